import { parseCompletionKey } from '../../../../../domain/completion-key.ts';
import { isScore } from '../../../../../domain/scores.ts';
import { entriesOf, parseJson } from '../../../guest/local-work.ts';
import { readStored, writeStored } from '../../../storage.ts';
import { isSameValue } from './record-store.ts';

/**
 * What a user has ticked and the server has not confirmed, kept on the device: a tick made in a tunnel, or in the last
 * moment before the page was left, is sent at the next occasion. By user, for a device may have several. It counts
 * instead of what the same user brought along as a guest, from the moment of the click (delivery.ts).
 */

type Value = { isCompleted: boolean; score: number | null };

const readAll = (stored = readStored('unsentChanges')) => new Map(entriesOf(parseJson(stored)));

const readFieldsByKey = (userId: number, stored?: string) =>
  new Map(entriesOf(readAll(stored).get(String(userId))));

function write(userId: number, fieldsByKey: Map<string, unknown>): void {
  const all = readAll();
  if (fieldsByKey.size === 0) all.delete(String(userId));
  else all.set(String(userId), Object.fromEntries(fieldsByKey));
  writeStored('unsentChanges', all.size === 0 ? undefined : JSON.stringify(Object.fromEntries(all)));
}

/** As it is now, or as it was when it was stored like this. */
export function readUnsent(userId: number, stored?: string): Map<string, Value> {
  const unsent = new Map<string, Value>();
  for (const [key, fields] of readFieldsByKey(userId, stored)) {
    const { is_completed, score } = Object.fromEntries(entriesOf(fields));
    if (typeof is_completed === 'boolean' && parseCompletionKey(key))
      unsent.set(key, { isCompleted: is_completed, score: is_completed && isScore(score) ? score : null });
  }
  return unsent;
}

export function noteUnsent(userId: number, key: string, { isCompleted, score }: Value): void {
  write(userId, readFieldsByKey(userId).set(key, { is_completed: isCompleted, score }));
}

/** Leaves another value alone: it is wanted by now, here or in another tab, and still has to be sent. */
export function forgetUnsent(userId: number, key: string, value: Value): void {
  const noted = readUnsent(userId).get(key);
  if (noted && !isSameValue(noted, value)) return;
  const fieldsByKey = readFieldsByKey(userId);
  if (fieldsByKey.delete(key)) write(userId, fieldsByKey);
}
