import { parseCompletionKey } from '../../../domain/completion-key.ts';
import { isScore } from '../../../domain/scores.ts';
import { isKnownSubject } from '../../../domain/subjects.ts';

/**
 * The forms in which work is kept in local storage. Anybody can edit it there and anything can have damaged it, so
 * what is readable is kept and the rest dropped.
 */

/** Only completed papers have one: an unticked paper is no work. */
export type LocalRecords = Map<string, { score: number | null; completedAt: number | null }>;

export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function entriesOf(value: unknown): [key: string, value: unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

export function recordsIn(value: unknown): LocalRecords {
  const records: LocalRecords = new Map();
  for (const [key, record] of entriesOf(value)) {
    const fields = new Map(entriesOf(record));
    const score = fields.get('score');
    if (fields.get('is_completed') === true && parseCompletionKey(key))
      records.set(key, {
        score: isScore(score) ? score : null,
        completedAt: timeIn(fields.get('completed_at')),
      });
  }
  return records;
}

function timeIn(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

export function subjectsIn(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return [...new Set(list.filter((id): id is string => typeof id === 'string' && isKnownSubject(id)))];
}

type StoredRecord = { is_completed: true; score: number | null; completed_at?: string };

/** As it is stored. */
export function recordsAsJson(records: LocalRecords): Record<string, StoredRecord> {
  return Object.fromEntries(
    Array.from(records, ([key, { score, completedAt }]) => [
      key,
      {
        is_completed: true as const,
        score,
        ...(completedAt !== null && { completed_at: new Date(completedAt).toISOString() }),
      },
    ]),
  );
}
