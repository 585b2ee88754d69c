import { command, type Queries } from './database.ts';

const freeze = command(`set transaction isolation level repeatable read, read only`);
const freezeWritable = command(`set transaction isolation level repeatable read`);

/** All that follows in this transaction sees one moment, and what it writes itself if it may. To be its first statement. */
export const freezeView = (tx: Queries, { mayWrite = false } = {}) =>
  tx.run(mayWrite ? freezeWritable : freeze);
