import { resolve } from 'node:path';
import { callerFolder, readSettings } from '../config.ts';
import { openStorage } from '../storage/open.ts';
import { withArchive } from './archive.ts';
import { complain, count, formatBytes, runCommand, say } from './command.ts';
import { withInstance } from './instance.ts';
import { makeBackup } from './make-backup.ts';

/**
 * `npm run backup -- FILE`: database and files into one file. With `--check` it reads such a file and says whether it
 * is complete.
 */

const USAGE = `npm run backup -- FILE           writes everything into FILE, which must not exist yet
npm run backup -- --check FILE   reads FILE and says whether it is complete`;

const back = async (path: string): Promise<void> => {
  const settings = readSettings();
  const storage = openStorage(settings);
  const { tables, files, bytes, faults } = await withInstance(settings, (db) =>
    makeBackup({ db, storage }, path),
  );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const users = tables.find(({ name }) => name === 'users')?.rows ?? 0;
  say(
    `${path}: ${count(users, 'user')}, ${count(rows, 'row')} in ${count(tables.length, 'table')}, ${count(files, 'file')}; ${formatBytes(bytes)}, read back and complete.`,
  );
  if (faults.length > 0) {
    complain(`The file store has ${count(faults.length, 'problem')}:\n${faults.join('\n')}`);
  }
};

const check = async (path: string): Promise<void> => {
  await withArchive(path, (archive) => archive.verify());
  say(`${path} is complete.`);
};

const [first = '', second, ...more] = process.argv.slice(2);
const isCheck = first === '--check';
const name = isCheck ? second : first;
const isWrong = name === undefined || name === '' || name.startsWith('-') || more.length > 0;
if (isWrong || (!isCheck && second !== undefined)) complain(USAGE);
else {
  const path = resolve(callerFolder(), name);
  await runCommand(() => (isCheck ? check(path) : back(path)), path);
}
