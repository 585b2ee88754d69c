import { besideRunning } from '../../db/running.ts';
import { say } from '../../operations/command.ts';
import { listSumDifferences } from '../tracker/sums.queries.ts';

/** `npm run stats:check`: counts the records anew and names every sum that does not agree. */

await besideRunning(async (db) => {
  const differences = await listSumDifferences(db);
  for (const { sum, row, kept, counted } of differences) {
    say(`${sum} ${row}: kept ${kept ?? 'nothing'}, counted ${counted ?? 'nothing'}`);
  }
  say(differences.length === 0 ? 'All sums are exact.' : `${differences.length} sums are wrong.`);
  if (differences.length > 0) process.exitCode = 1;
});
