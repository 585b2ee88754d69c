import { call } from '../../../api/call.ts';
import { type LocalRecords, recordsAsJson } from '../../../guest/local-work.ts';
import { confirm, readOutbox } from '../../../guest/outbox.ts';
import { addBroughtSubjects } from './subjects.ts';
import { readUnsent } from './unsent.ts';
import type { UserLink } from './user-link.ts';
import type { UserRecords } from './user-records.ts';
import { PATIENCE, within } from './within.ts';

/** A guest ticks some dozens; a hand-made list of thousands must still fit the server's limit for one call. */
const MOST_PER_CALL = 1000;

/** Sends the outbox. What fails stays in it and is sent again at the next load, so nobody needs to hear of it. */
export async function deliver(link: UserLink, records: UserRecords): Promise<void> {
  const parts = [deliverRecords(link, records)];
  if (readOutbox(link.userId).subjects.length > 0) parts.push(addBroughtSubjects(link));
  await Promise.allSettled(parts);
}

/** The next to be sent. Not what the user has changed since: that is sent as any change is. */
function nextPart(userId: number): LocalRecords {
  const changed = readUnsent(userId);
  const left = [...readOutbox(userId).records].filter(([key]) => !changed.has(key));
  return new Map(left.slice(0, MOST_PER_CALL));
}

async function deliverRecords(link: UserLink, records: UserRecords): Promise<void> {
  for (let part = nextPart(link.userId); part.size > 0; part = nextPart(link.userId)) {
    // An untick made now must not be overtaken by the tick that was brought along.
    const release = records.hold(part.keys());
    try {
      if (!link.mayCall()) return;
      const json = { completion_data: recordsAsJson(part), sent_at: new Date().toISOString() };
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
