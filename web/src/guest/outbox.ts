import { readOutboxEntries, writeOutboxEntries } from './handover.ts';
import { type LocalRecords, recordsAsJson, recordsIn, subjectsIn } from './local-work.ts';

/** What a user brought along as a guest and the server has not confirmed yet. */
export interface Outbox {
  records: LocalRecords;
  subjects: string[];
}

/** As it is now, or as it was when its entries were read. */
export function readOutbox(userId: number, entries = readOutboxEntries()): Outbox {
  const mine = entries.find((entry) => entry.userId === userId);
  return { records: recordsIn(mine?.records), subjects: subjectsIn(mine?.subjects) };
}

/** Takes out what is confirmed, and with it what nobody can read; the rest, and what is another user's, stays. */
export function confirm(
  userId: number,
  confirmed: { records?: Iterable<string>; subjects?: Iterable<string> },
): void {
  const entries = readOutboxEntries();
  if (!entries.some((entry) => entry.userId === userId)) return;
  const { records, subjects } = readOutbox(userId, entries);
  for (const key of confirmed.records ?? []) records.delete(key);
  const done = new Set(confirmed.subjects);
  const open = subjects.filter((id) => !done.has(id));
  const others = entries.filter((entry) => entry.userId !== userId);
  const isEmpty = records.size === 0 && open.length === 0;
  writeOutboxEntries(
    isEmpty ? others : [...others, { userId, records: recordsAsJson(records), subjects: open }],
  );
}
