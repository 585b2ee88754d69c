import { command, type Queries } from './database.ts';

const freeze = command(`set transaction isolation level repeatable read, read only`);
const freezeWritable = command(`set transaction isolation level repeatable read`);

/** Everything in this transaction sees one moment, plus its own writes if it may write. Must be the first statement. */
export const beginSnapshot = (tx: Queries, { mayWrite = false } = {}) =>
  tx.run(mayWrite ? freezeWritable : freeze);
