import { command, type Queries } from '../db/database.ts';

/** What breaks a database for the doctor to find. */

const invalidate = command(`update pg_index set indisvalid = false where indexrelid = $1::regclass`);
export const invalidateIndex = (db: Queries, name: string) => db.run(invalidate, [name]);

const dropKey = command(`alter table schools drop constraint schools_domain_pattern_key`);
export const dropSchoolsKey = (db: Queries) => db.run(dropKey);

/** One that knows no letters but the Latin ones. */
export const createLatinDatabase = (db: Queries, name: string) =>
  db.run(
    command(`create database ${name} template template0 encoding 'LATIN1' locale 'C' locale_provider libc`),
  );
export const dropLatinDatabase = (db: Queries, name: string) => db.run(command(`drop database ${name}`));

const forget = command(`delete from migrations where name = (select max(name) from migrations)`);
export const forgetLastMigration = (db: Queries) => db.run(forget);

const add = command(`insert into migrations (name, sha256) values ('9999_of_tomorrow.sql', '')`);
export const addMigrationOfTomorrow = (db: Queries) => db.run(add);
