import { readSettings } from '../config.ts';
import { rollBackTo } from '../db/rollback.ts';
import { complain, count, runCommand, say } from './command.ts';
import { withInstance } from './instance.ts';

/** `npm run rollback -- NUMBER`: lets an older version start on the database of this one (docs/upgrading.md). */

const HELP = `npm run rollback -- NUMBER   lets the version whose newest migration has this number start again

The number is that of the last file in server/db/migrations of that version, such as 0035.`;

const [number, ...more] = process.argv.slice(2);
await runCommand(async () => {
  if (number === undefined || number.startsWith('-') || more.length > 0) return complain(HELP);
  const aside = await withInstance(readSettings(), (db) => rollBackTo(db, number));
  return say(
    aside.length === 0
      ? `${number} is the newest migration that this database shows: its version can start.`
      : `Set aside: ${count(aside.length, 'migration')}, up to ${aside.at(-1)}. The version of ${number} can start now. The next start of a newer one takes them back.`,
  );
});
