import { readSettings } from '../config.ts';
import { closeContents, closeFiles } from '../data-dir.ts';
import { objectFolder, openDisk, workFolder } from '../storage/open.ts';
import { openS3Storage, PREFIX } from '../storage/s3.ts';
import { complain, count, runCommand, say } from './command.ts';
import { copyFiles } from './copy-files.ts';
import { withInstance } from './instance.ts';

/** `npm run files:move -- --to s3|disk`: copies all files from one store to the other while the server runs. */

const move = async (target: 's3' | 'disk'): Promise<void> => {
  const settings = readSettings();
  if (!settings.s3) return complain('Set the five S3_ settings for this command: it needs both stores.');
  const [disk, s3] = [openDisk(settings), openS3Storage(settings.s3)];
  const [from, to] = target === 's3' ? [disk, s3] : [s3, disk];
  const old = target === 's3' ? objectFolder(settings) : `${PREFIX} in the bucket ${settings.s3.bucket}`;
  return withInstance(settings, async (db) => {
    await closeFiles(settings.dataDir);
    const { copied, alreadyThere, removed, faults } = await copyFiles(db, from, to, workFolder(settings));
    await closeContents(settings.dataDir);
    say(`From ${from.kind} to ${to.kind}: ${copied} copied and verified, ${alreadyThere} already there.`);
    if (removed > 0) say(`${count(removed, 'file')} deleted since the last time, and removed there too.`);
    if (faults.length > 0) return complain(`${faults.length} could not be copied:\n${faults.join('\n')}`);
    say(
      `Now start the server ${target === 's3' ? 'with' : 'without'} the S3_ settings, and run this again for files added meanwhile.`,
    );
    return say(
      `Then empty the old store (${old}): it still has every file, including those that people delete from now on.`,
    );
  });
};

const [flag, target] = process.argv.slice(2);
if (flag === '--to' && (target === 's3' || target === 'disk')) await runCommand(() => move(target));
else complain('npm run files:move -- --to s3, or --to disk');
