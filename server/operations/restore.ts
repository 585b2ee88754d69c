import { resolve } from 'node:path';
import { callerFolder, readSettings } from '../config.ts';
import { closeContents, closeFiles } from '../data-dir.ts';
import { openStorage, workFolder } from '../storage/open.ts';
import { complain, count, runCommand, say } from './command.ts';
import { withInstance } from './instance.ts';
import { loadBackup } from './load-backup.ts';

/** `npm run restore -- FILE`: restores a backup into an unused instance. */

const restore = async (path: string): Promise<void> => {
  const settings = readSettings();
  const storage = openStorage(settings);
  const { madeAt, rows, files, leftOut, migrated } = await withInstance(
    settings,
    async (db) => {
      await closeFiles(settings.dataDir);
      return loadBackup({ db, storage, workFolder: workFolder(settings) }, path);
    },
    { mayMake: true, log: say },
  );
  await closeContents(settings.dataDir);
  const total = Object.values(rows).reduce((sum, number) => sum + number, 0);
  say(
    `Restored the state of ${madeAt}: ${count(rows['users'] ?? 0, 'user')}, ${count(total, 'row')}, ${count(files, 'file')}. The sums are exact.`,
  );
  if (migrated.length > 0) say(`Migrated to this version by ${migrated.join(', ')}.`);
  if (leftOut > 0) say(`${count(leftOut, 'file')} were missing from the store when the backup was made.`);
  say('Everyone has to log in again.');
};

const [name = '', ...more] = process.argv.slice(2);
if (name === '' || name.startsWith('-') || more.length > 0) {
  complain('npm run restore -- FILE   restores a backup into an empty instance');
} else {
  const path = resolve(callerFolder(), name);
  await runCommand(() => restore(path), path);
}
