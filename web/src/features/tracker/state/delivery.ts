import { call } from '../../../api/call.ts';
import { type LocalRecords, recordsAsJson } from '../../../guest/local-work.ts';
import { confirm, type Outbox } from '../../../guest/outbox.ts';
import { addBroughtSubjects } from './subjects.ts';
import type { UserLink } from './user-link.ts';
import type { UserRecords } from './user-records.ts';
import { PATIENCE, within } from './within.ts';

/** A guest ticks some dozens; a hand-made list of thousands must still fit the server's limit for one call. */
const MOST_PER_CALL = 1000;

/** Sends the outbox. What fails stays in it and is sent again at the next load, so nobody needs to hear of it. */
export async function deliver(link: UserLink, records: UserRecords, outbox: Outbox): Promise<void> {
  const parts = [deliverRecords(link, records, outbox.records)];
  if (outbox.subjects.length > 0) parts.push(addBroughtSubjects(link));
  await Promise.allSettled(parts);
}

async function deliverRecords(link: UserLink, records: UserRecords, brought: LocalRecords): Promise<void> {
  const entries = [...brought];
  for (let from = 0; from < entries.length; from += MOST_PER_CALL) {
    const part = new Map(entries.slice(from, from + MOST_PER_CALL));
    // An untick made now must not be overtaken by the tick that was brought along.
    const release = records.hold(part.keys());
    try {
      if (!link.mayCall()) return;
      const json = { completion_data: recordsAsJson(part) };
      const { skipped } = await within(PATIENCE, (signal) => call('POST /completion/bulk', { json, signal }));
      // The server will never take what it skipped: it is as settled as the rest.
      confirm(link.userId, { records: part.keys() });
      if (skipped.length > 0 && !link.isClosed()) {
        link.reread();
        link.post({ kind: 'reread' });
      }
    } finally {
      release();
    }
  }
}
