import type { PaperId } from '../../../../../domain/completion-key.ts';
import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { afterNextPaint } from './after-next-paint.ts';
import { showSaveFailure } from './notices.ts';
import { isSameValue, NOT_DONE, type PaperRecord, paint, paintAll, readRecord } from './record-store.ts';
import type { RecordKeeper } from './records.ts';
import { LoginChanged, type UserLink } from './user-link.ts';
import { PATIENCE, within } from './within.ts';

/** More at once gains nothing: a browser opens no more connections, and the server writes together what comes together. */
const MOST_AT_ONCE = 6;

/** A paper that was changed and whose last value the server has not confirmed. */
interface Change {
  paper: PaperId;
  wanted: PaperRecord;
  /** What to go back to when it cannot be saved. */
  confirmed: PaperRecord;
  isUnderWay: boolean;
  /** Another tab changed the same paper meanwhile. */
  isContested: boolean;
}

/** An answer of `GET /completion` that is being waited for. */
export interface Reading {
  /** Shows it, except where a paper has been changed since it was asked for. */
  adopt: (records: ReadonlyMap<string, PaperRecord>) => void;
  end: () => void;
}

export interface UserRecords extends RecordKeeper {
  beginReading: () => Reading;
  /** Another tab's confirmed change. */
  heard: (key: string, value: Partial<PaperRecord>) => void;
  /** Sends no change of these papers until the function that it answers is called. */
  hold: (keys: Iterable<string>) => () => void;
}

/**
 * Keeps a user's records on the server. Per paper one request at a time, and after it the newest value that is wanted
 * by then, so the last click wins whatever the network does to the order.
 */
export function createUserRecords(link: UserLink, onSaved: (key: string) => void): UserRecords {
  const changes = new Map<string, Change>();
  const held = new Set<string>();
  /** For each reading under way, the papers about which something newer is known. */
  const readings = new Set<Set<string>>();
  let underWay = 0;

  function noteNewer(key: string): void {
    for (const newer of readings) newer.add(key);
  }

  function sendWaiting(): void {
    for (const [key, change] of changes) {
      if (underWay >= MOST_AT_ONCE) return;
      if (!change.isUnderWay && !held.has(key)) void send(key, change);
    }
  }

  async function send(key: string, change: Change): Promise<void> {
    const sent = change.wanted;
    change.isUnderWay = true;
    underWay += 1;
    let error: unknown;
    try {
      await save(link, change.paper, sent);
    } catch (thrown) {
      error = thrown;
    }
    change.isUnderWay = false;
    underWay -= 1;
    if (link.isClosed()) return;
    noteNewer(key);
    if (error === undefined) saved(key, change, sent);
    else failed(key, change, sent, error);
    sendWaiting();
  }

  function saved(key: string, change: Change, sent: PaperRecord): void {
    change.confirmed = sent;
    onSaved(key);
    if (isSameValue(change.wanted, sent)) changes.delete(key);
    link.post({ kind: 'record', key, isCompleted: sent.isCompleted, score: sent.score });
    if (!change.isContested) return;
    // Which of the two came last, only the server knows.
    link.post({ kind: 'reread' });
    link.reread();
  }

  function failed(key: string, change: Change, sent: PaperRecord, error: unknown): void {
    // No answer, or one from a server in trouble: it may have been written all the same.
    const isRefused = error instanceof ApiError && error.status < 500;
    if (!isRefused) link.reread();
    // Changed again meanwhile: that value has not been tried yet.
    if (!isSameValue(change.wanted, sent)) return;
    changes.delete(key);
    paint(key, { ...change.confirmed, fileCount: readRecord(key).fileCount });
    showSaveFailure();
  }

  return {
    changed(key, paper, before, after) {
      noteNewer(key);
      const change = changes.get(key);
      if (change) change.wanted = after;
      else
        changes.set(key, { paper, wanted: after, confirmed: before, isUnderWay: false, isContested: false });
      afterNextPaint(sendWaiting);
    },

    filesChanged(key, count) {
      noteNewer(key);
      link.post({ kind: 'files', key, count });
    },

    heard(key, value) {
      noteNewer(key);
      const change = changes.get(key);
      if (change && value.isCompleted !== undefined) {
        change.confirmed = { ...change.confirmed, ...value };
        change.isContested = true;
      } else paint(key, { ...readRecord(key), ...value });
    },

    beginReading() {
      const newer = new Set<string>();
      readings.add(newer);
      return {
        adopt(records) {
          for (const [key, change] of changes) {
            if (!newer.has(key)) change.confirmed = records.get(key) ?? NOT_DONE;
          }
          paintAll(records, (key) => newer.has(key) || changes.has(key));
        },
        end: () => readings.delete(newer),
      };
    },

    hold(keys) {
      const mine = [...keys];
      for (const key of mine) held.add(key);
      return () => {
        for (const key of mine) held.delete(key);
        sendWaiting();
      };
    },
  };
}

function save(link: UserLink, { subjectId, ...paper }: PaperId, record: PaperRecord): Promise<unknown> {
  if (!link.mayCall()) return Promise.reject(new LoginChanged());
  const json = {
    subject_id: subjectId,
    ...paper,
    is_completed: record.isCompleted,
    score: record.score,
  };
  // Goes on when the page is left: the last tick before somebody closes the tab counts too.
  return within(PATIENCE, (signal) => call('POST /completion', { json, signal, keepalive: true }));
}
