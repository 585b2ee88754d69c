import { command, type Queries } from '../db/database.ts';

/** What breaks a database for the doctor to find. */

const invalidate = command(`update pg_index set indisvalid = false where indexrelid = $1::regclass`);
export const invalidateIndex = (db: Queries, name: string) => db.run(invalidate, [name]);

const forget = command(`delete from migrations where name = (select max(name) from migrations)`);
export const forgetLastMigration = (db: Queries) => db.run(forget);

const add = command(`insert into migrations (name, sha256) values ('9999_of_tomorrow.sql', '')`);
export const addMigrationOfTomorrow = (db: Queries) => db.run(add);
