import { readSettings } from '../config.ts';
import type { Database } from '../db/database.ts';
import { listSumDifferences } from '../features/tracker/sums.queries.ts';
import { complain, runCommand, say } from './command.ts';
import { withInstance } from './instance.ts';

/** `npm run stats:check`: counts the records again and names every sum that differs. */

const check = async (db: Database): Promise<void> => {
  const differences = await listSumDifferences(db);
  for (const { sum, row, kept, counted } of differences) {
    say(`${sum} ${row}: stored ${kept ?? 'nothing'}, counted ${counted ?? 'nothing'}`);
  }
  if (differences.length === 0) say('All sums are exact.');
  else complain(`${differences.length} sums are wrong.`);
};

await runCommand(() => withInstance(readSettings(), check));
