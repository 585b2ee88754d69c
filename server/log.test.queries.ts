import { command, type Queries } from './db/database.ts';

const hide = command(`alter table completions rename to elsewhere`);
/** What nobody does: a call that needs the table then meets a fault. */
export const hideCompletions = (db: Queries) => db.run(hide);

const refuse = command(
  `insert into schools (name, domain_pattern) values ('Zoe Zimmermann', 'not a domain')`,
);
/** A row that the database refuses, and quotes as it does. */
export const insertRefused = (db: Queries) => db.run(refuse);
