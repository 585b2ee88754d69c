import { completionKey } from '../../../domain/completion-key.ts';
import { createBatcher } from '../../batch.ts';
import { type Database, isUnwritable } from '../../db/database.ts';
import { UnavailableError } from '../../errors.ts';
import { notLoggedIn } from '../../http/errors.ts';
import type { Recording } from '../../http/recording.ts';
import { type CompletionChange, countWritten, writeCompletions } from './tracker.queries.ts';

/** A change to write. With `record` it is the platform admin's, viewing as the user, and gets recorded. */
interface Tick {
  change: CompletionChange;
  record?: Recording['record'];
}

const recordOf = ({ change }: Tick): string => `${change.userId} ${completionKey(change)}`;

/**
 * What is written together: a recorded change needs a transaction of its own, and a statement may name a paper only once.
 * Who changes one paper many times at once waits for himself, and nobody else does.
 */
const startBatch = () => {
  let first: Tick | undefined;
  const papers = new Set<string>();
  return (tick: Tick): boolean => {
    const paper = recordOf(tick);
    const isFirstOfPaper = !papers.has(paper);
    // Also if it does not leave: those after it are not to overtake it.
    papers.add(paper);
    const mayLeave = isFirstOfPaper && (!first || !(tick.record || first.record));
    if (mayLeave) first ??= tick;
    return mayLeave;
  };
};

const write = (db: Database, ticks: readonly Tick[]): Promise<Set<number>> => {
  const changes = ticks.map(({ change }) => change);
  const record = ticks[0]?.record;
  if (!record) return writeCompletions(db, changes);
  return db.transaction(async (tx) => {
    const known = await writeCompletions(tx, changes);
    await record(tx, await countWritten(tx, changes));
    return known;
  });
};

/**
 * Writes what arrived together in one statement; if that is refused, one by one, so that each caller gets its own answer.
 */
const writeTogether = async (db: Database, ticks: Tick[]): Promise<(Error | undefined)[]> => {
  try {
    const known = await write(db, ticks);
    return ticks.map(({ change }) => (known.has(change.userId) ? undefined : notLoggedIn()));
  } catch (error) {
    // A database that takes no change from all of them takes none from each.
    if (error instanceof UnavailableError) throw error;
    if (ticks.length === 1) return [error as Error];
    const results: (Error | undefined)[] = [];
    for (const tick of ticks)
      results.push(...(await writeTogether(db, [tick]).catch((reason: unknown) => [reason as Error])));
    return results;
  }
};

export type WriteCompletion = (tick: Tick) => Promise<void>;

/**
 * Resolves after the commit. Ticks that arrive while a batch is being written form the next one, so the last value of a
 * paper wins in order of arrival, and the busier the server, the more ticks share a commit.
 */
export const createCompletionWriter = (db: Database): WriteCompletion => {
  const send = createBatcher((ticks: Tick[]) => writeTogether(db, ticks), {
    // One at a time: two concurrent batches could overtake each other with the same paper.
    concurrency: 1,
    startBatch,
    // They would be told the same, one after another.
    concernsAll: isUnwritable,
  });
  return async (tick) => {
    const failure = await send(tick);
    if (failure) throw failure;
  };
};
