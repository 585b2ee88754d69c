import { command, type Queries } from '../db/database.ts';

/** What breaks a database for the doctor to find. */

const invalidate = command(`update pg_index set indisvalid = false where indexrelid = $1::regclass`);
export const invalidateIndex = (db: Queries, name: string) => db.run(invalidate, [name]);

const dropKey = command(`alter table schools drop constraint schools_domain_pattern_key`);
export const dropSchoolsKey = (db: Queries) => db.run(dropKey);

const dropOne = command(`drop table known_networks`);
export const dropKnownNetworks = (db: Queries) => db.run(dropOne);

const turnOffOne = command(`alter table completions disable trigger completions_added`);
const turnOffAll = command(`alter table known_networks disable trigger all`);
export const turnOffTriggers = async (db: Queries) => {
  await db.run(turnOffOne);
  await db.run(turnOffAll);
};

const addForeign = ['wp_posts', 'wp_users'].map((name) => command(`create table ${name} (id int)`));
export const addForeignTables = async (db: Queries) => {
  for (const one of addForeign) await db.run(one);
};

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
