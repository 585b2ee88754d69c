import { completionKey } from '../../../domain/completion-key.ts';
import { createBatcher } from '../../batch.ts';
import type { Database } from '../../db/database.ts';
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
 * In order of arrival, in parts that are written together: a recorded change needs a transaction of its own, and a
 * statement may name a paper only once.
 */
const partsOf = (ticks: readonly Tick[]): Tick[][] => {
  const parts: Tick[][] = [];
  let papers = new Set<string>();
  for (const tick of ticks) {
    const last = parts.at(-1);
    const paper = recordOf(tick);
    if (last && !tick.record && !last[0]?.record && !papers.has(paper)) {
      last.push(tick);
      papers.add(paper);
    } else {
      parts.push([tick]);
      papers = new Set([paper]);
    }
  }
  return parts;
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
    if (ticks.length === 1 || error instanceof UnavailableError) return ticks.map(() => error as Error);
    const results: (Error | undefined)[] = [];
    for (const tick of ticks) results.push(...(await writeTogether(db, [tick])));
    return results;
  }
};

const writeInOrder = async (db: Database, ticks: Tick[]): Promise<(Error | undefined)[]> => {
  const results: (Error | undefined)[] = [];
  for (const part of partsOf(ticks)) results.push(...(await writeTogether(db, part)));
  return results;
};

export type WriteCompletion = (tick: Tick) => Promise<void>;

/**
 * Resolves after the commit. Ticks that arrive while a batch is being written form the next one, so the last value of a
 * paper wins in order of arrival, and the busier the server, the more ticks share a commit.
 */
export const createCompletionWriter = (db: Database): WriteCompletion => {
  const send = createBatcher((ticks: Tick[]) => writeInOrder(db, ticks), {
    // One at a time: two concurrent batches could overtake each other with the same paper.
    concurrency: 1,
  });
  return async (tick) => {
    const failure = await send(tick);
    if (failure) throw failure;
  };
};
