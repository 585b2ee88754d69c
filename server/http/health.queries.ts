import { command, type Queries } from '../db/database.ts';

const nothing = command(`select`);

/** Throws when the database does not answer. */
export const answersAtAll = (db: Queries) => db.run(nothing);
