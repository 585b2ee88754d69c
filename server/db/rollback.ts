import type { Database } from './database.ts';
import { listAppliedMigrations, lockMigrations, setAsideAfter } from './migrate.queries.ts';

/** The schemas of released versions that this one still serves, as statements-before.test.ts holds; and all after them. */
const SERVED = ['0006', '0035'];

const NUMBER = /^\d{4}$/;

/**
 * Lets the version whose newest migration has this number start on this database; the schema stays as it is. Returns the
 * names of what that version does not know.
 */
export const rollBackTo = (db: Database, number: string): Promise<string[]> =>
  db.transaction(async (tx) => {
    if (!NUMBER.test(number)) throw new Error(`${number} is no number of a migration, such as 0035.`);
    if (!SERVED.includes(number) && number < (SERVED.at(-1) ?? '')) {
      throw new Error(
        `This database serves the versions of ${SERVED.join(', ')} and later. Another one needs the backup that was made before the upgrade.`,
      );
    }
    await lockMigrations(tx);
    const target = (await listAppliedMigrations(tx)).find(({ name }) => name.startsWith(`${number}_`));
    if (!target) throw new Error(`This database has no migration ${number}.`);
    return (await setAsideAfter(tx, target.name)).map(({ name }) => name);
  });
