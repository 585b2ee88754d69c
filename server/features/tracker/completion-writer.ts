import { completionKey } from '../../../domain/completion-key.ts';
import { createBatcher } from '../../batch.ts';
import type { Database } from '../../db/database.ts';
import { notLoggedIn } from '../../http/errors.ts';
import { type CompletionChange, writeCompletions } from './tracker.queries.ts';

/** The last change of each paper, in order of arrival: one key once per statement. */
const lastOfEach = (changes: readonly CompletionChange[]): CompletionChange[] => [
  ...new Map(changes.map((change) => [`${change.userId} ${completionKey(change)}`, change])).values(),
];

/** Writes what arrived together in one statement; if that fails, one by one, so that each gets its own answer. */
const writeTogether = async (db: Database, changes: CompletionChange[]): Promise<(Error | undefined)[]> => {
  try {
    const known = await writeCompletions(db, lastOfEach(changes));
    return changes.map(({ userId }) => (known.has(userId) ? undefined : notLoggedIn()));
  } catch (error) {
    if (changes.length === 1) return [error as Error];
    const results: (Error | undefined)[] = [];
    for (const change of changes) results.push(...(await writeTogether(db, [change])));
    return results;
  }
};

export type WriteCompletion = (change: CompletionChange) => Promise<void>;

/**
 * Answers after the commit. Ticks that arrive while one batch is being written are the next, so the last value of a
 * paper wins in order of arrival, and the busier the server, the more ticks share a commit.
 */
export const createCompletionWriter = (db: Database): WriteCompletion => {
  const write = createBatcher((changes: CompletionChange[]) => writeTogether(db, changes), {
    // One at a time: two batches under way could overtake each other with the same paper.
    concurrency: 1,
  });
  return async (change) => {
    const failure = await write(change);
    if (failure) throw failure;
  };
};
