import { command, type Queries } from './db/database.ts';

const refuse = command(
  `insert into schools (name, domain_pattern) values ('Zoe Zimmermann', 'not a domain')`,
);
/** A row that the database refuses, and quotes as it does. */
export const insertRefused = (db: Queries) => db.run(refuse);
