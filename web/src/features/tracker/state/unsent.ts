import { parseCompletionKey } from '../../../../../domain/completion-key.ts';
import { isScore } from '../../../../../domain/scores.ts';
import { entriesOf, parseJson } from '../../../guest/local-work.ts';
import { readStored, writeStored } from '../../../storage.ts';

/**
 * What a user has ticked and the server has not confirmed, kept on the device: a tick made in a tunnel, or in the last
 * moment before the page was left, is sent at the next occasion. By user, for a device may have several.
 */

type Value = { isCompleted: boolean; score: number | null };

const readAll = () => new Map(entriesOf(parseJson(readStored('unsentChanges'))));

function writeAll(all: Map<string, unknown>): void {
  writeStored('unsentChanges', all.size === 0 ? undefined : JSON.stringify(Object.fromEntries(all)));
}

export function readUnsent(userId: number): Map<string, Value> {
  const unsent = new Map<string, Value>();
  for (const [key, fields] of entriesOf(readAll().get(String(userId)))) {
    const { is_completed, score } = Object.fromEntries(entriesOf(fields));
    if (typeof is_completed === 'boolean' && parseCompletionKey(key))
      unsent.set(key, { isCompleted: is_completed, score: is_completed && isScore(score) ? score : null });
  }
  return unsent;
}

/** Keeps the value that is wanted, or with none forgets the paper. */
export function noteUnsent(userId: number, key: string, wanted: Value | undefined): void {
  const all = readAll();
  const mine = new Map(entriesOf(all.get(String(userId))));
  if (wanted) mine.set(key, { is_completed: wanted.isCompleted, score: wanted.score });
  else if (!mine.delete(key)) return;
  if (mine.size === 0) all.delete(String(userId));
  else all.set(String(userId), Object.fromEntries(mine));
  writeAll(all);
}
