import { command, type Queries } from './database.ts';

const freeze = command(`set transaction isolation level repeatable read, read only`);

/** All that follows in this transaction sees one moment. To be its first statement. */
export const freezeView = (tx: Queries) => tx.run(freeze);
