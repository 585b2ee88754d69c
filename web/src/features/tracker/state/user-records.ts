import { type PaperId, parseCompletionKey } from '../../../../../domain/completion-key.ts';
import { call } from '../../../api/call.ts';
import { ApiError, ConnectionError } from '../../../api/errors.ts';
import { confirm, readOutbox } from '../../../guest/outbox.ts';
import { afterPaint } from '../../../ui/after-paint.ts';
import { setWaiting, showSaveFailure } from './notices.ts';
import { isSameValue, NOT_DONE, type PaperRecord, paint, paintAll, readRecord } from './record-store.ts';
import type { RecordKeeper } from './records.ts';
import { forgetUnsent, noteUnsent, readUnsent } from './unsent.ts';
import { LoginChanged, type UserLink } from './user-link.ts';
import { PATIENCE, within } from './within.ts';

/** More at once gains nothing: a browser opens no more connections, and the server writes together what comes together. */
const MOST_AT_ONCE = 6;

/** Before what got no answer is sent again to a server that answers otherwise: doubled each time. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 30_000;

/** A paper that was changed and whose last value the server has not confirmed. */
interface Change {
  paper: PaperId;
  wanted: PaperRecord;
  /** What to go back to when it cannot be saved. */
  confirmed: PaperRecord;
  isUnderWay: boolean;
  /** Another tab changed the same paper meanwhile. */
  isContested: boolean;
  /** Left over from an earlier load of the page, or from another tab. */
  isRecalled: boolean;
}

type Records = ReadonlyMap<string, PaperRecord>;

/** An answer of `GET /completion` that is being waited for. */
export interface Reading {
  /** Shows it, except where a paper has been changed since it was asked for. `confirmed`: what the server has. */
  adopt: (records: Records, confirmed: Records | undefined) => void;
  end: () => void;
}

export interface UserRecords extends RecordKeeper {
  beginReading: () => Reading;
  /** Another tab's confirmed change. */
  heard: (key: string, value: Partial<PaperRecord>) => void;
  /** The server answers again: sends what has been waiting for that. */
  resume: () => void;
  /** Sends no change of these papers until the function that it answers is called. */
  hold: (keys: Iterable<string>) => () => void;
}

/**
 * Keeps a user's records on the server. Per paper one request at a time, and after it the newest value that is wanted
 * by then, so the last click wins whatever the network does to the order.
 */
export function createUserRecords(link: UserLink): UserRecords {
  const changes = new Map<string, Change>();
  const held = new Set<string>();
  /** For each reading under way, the papers about which something newer is known. */
  const readings = new Set<Set<string>>();
  let underWay = 0;
  /** Nobody answers. What is changed waits, here and in local storage, until a reading shows that somebody does again. */
  let isAway = false;
  /** How often in a row nobody answered. */
  let silences = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const showWaiting = () => setWaiting(silences > 0 ? changes.size : 0);

  function heardNothing(): void {
    // Several that were under way together are one silence.
    if (!isAway) silences += 1;
    isAway = true;
    showWaiting();
  }

  function heardSomething(): void {
    isAway = false;
    silences = 0;
    showWaiting();
  }

  function noteNewer(key: string): void {
    for (const newer of readings) newer.add(key);
  }

  function sendWaiting(): void {
    for (const [key, change] of changes) {
      if (isAway || underWay >= MOST_AT_ONCE) return;
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
    if (link.isClosed()) {
      // Though nobody waits for it any more: sent again with the next login, it would undo what came after it.
      if (error === undefined) settle(link.userId, key, sent);
      return;
    }
    noteNewer(key);
    if (error === undefined) saved(key, change, sent);
    else failed(key, change, sent, error);
    sendWaiting();
  }

  function isWritten(key: string, value: Value, confirmed: Records | undefined): boolean {
    const record = confirmed?.get(key);
    if (record) return isSameValue(record, value);
    // As good as unticked, unless a tick was brought along: that may be under way, and must find an untick there.
    return confirmed !== undefined && !value.isCompleted && !readOutbox(link.userId).records.has(key);
  }

  function drop(key: string, { wanted }: Change): void {
    changes.delete(key);
    forgetUnsent(link.userId, key, wanted);
    showWaiting();
  }

  function saved(key: string, change: Change, sent: PaperRecord): void {
    change.confirmed = sent;
    settle(link.userId, key, sent);
    if (isSameValue(change.wanted, sent)) drop(key, change);
    heardSomething();
    link.post({ kind: 'record', key, isCompleted: sent.isCompleted, score: sent.score });
    if (!change.isContested) return;
    // Which of the two came last, only the server knows.
    link.post({ kind: 'reread' });
    link.reread();
  }

  function failed(key: string, change: Change, sent: PaperRecord, error: unknown): void {
    if (error instanceof ConnectionError) {
      // Nobody has said no: it is kept, and sent when somebody answers again. Unless it was left over, and another tab
      // has saved something newer.
      if (change.isRecalled && change.isContested) drop(key, change);
      heardNothing();
    } else if (isSameValue(change.wanted, sent)) {
      drop(key, change);
      paint(key, { ...change.confirmed, fileCount: readRecord(key).fileCount });
      showSaveFailure();
    } // else changed again meanwhile: that value has not been tried yet.
    // No answer, or one from a server in trouble: it may have been written all the same.
    if (!(error instanceof ApiError && error.status < 500)) link.reread();
  }

  /** Takes up what is left over from an earlier load of the page, now that it is known what the server has. */
  function recall(records: Records, confirmed: Records | undefined): void {
    for (const [key, value] of readUnsent(link.userId)) {
      const paper = parseCompletionKey(key);
      const before = records.get(key) ?? NOT_DONE;
      if (!paper || changes.has(key)) continue;
      if (isWritten(key, value, confirmed)) {
        settle(link.userId, key, value);
        continue;
      }
      const completedAt = value.isCompleted ? (before.completedAt ?? Date.now()) : null;
      const wanted = { ...value, fileCount: before.fileCount, completedAt };
      changes.set(key, { ...begin(paper, before, wanted), isRecalled: true });
      paint(key, wanted);
    }
  }

  return {
    changed(key, paper, before, after) {
      noteNewer(key);
      const change = changes.get(key);
      if (change) {
        change.wanted = after;
        change.isRecalled = false;
      } else changes.set(key, begin(paper, before, after));
      // At once: from now on it counts, and not what was brought along.
      noteUnsent(link.userId, key, after);
      afterPaint(() => {
        if (isAway) {
          showWaiting();
          link.reread();
        } else sendWaiting();
      });
    },

    filesChanged(key, count) {
      noteNewer(key);
      link.post({ kind: 'files', key, count });
    },

    heard(key, value) {
      noteNewer(key);
      // Files say nothing about the tick.
      const change = value.isCompleted === undefined ? undefined : changes.get(key);
      if (change && (!change.isRecalled || change.isUnderWay)) {
        change.confirmed = { ...change.confirmed, ...value };
        change.isContested = true;
        return;
      }
      // The tab that the change comes from has seen to it, or somebody has decided anew since.
      if (change) drop(key, change);
      paint(key, { ...readRecord(key), ...value });
    },

    beginReading() {
      const newer = new Set<string>();
      readings.add(newer);
      return {
        adopt(records, confirmed) {
          for (const [key, change] of changes) {
            if (newer.has(key)) continue;
            change.confirmed = records.get(key) ?? NOT_DONE;
            // Another value of this paper may yet arrive there.
            if (change.isUnderWay || held.has(key)) continue;
            // What got no answer was written all the same.
            if (!isWritten(key, change.wanted, confirmed)) continue;
            settle(link.userId, key, change.wanted);
            drop(key, change);
          }
          recall(records, confirmed);
          paintAll(records, (key) => newer.has(key) || changes.has(key));
        },
        end: () => readings.delete(newer),
      };
    },

    resume() {
      clearTimeout(timer);
      if (!isAway) sendWaiting();
      // A line on which questions get through and changes do not is not to be tried without a pause.
      else
        timer = setTimeout(
          () => {
            isAway = false;
            if (!link.isClosed()) sendWaiting();
          },
          Math.min(FIRST_PAUSE * 2 ** (silences - 1), LONGEST_PAUSE),
        );
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

type Value = Pick<PaperRecord, 'isCompleted' | 'score'>;

/** The server has it: this value need not be sent any more, nor what was brought along about the paper. */
function settle(userId: number, key: string, value: Value): void {
  // In this order: what was brought along is kept from being sent by the note alone.
  confirm(userId, { records: [key] });
  forgetUnsent(userId, key, value);
}

function begin(paper: PaperId, confirmed: PaperRecord, wanted: PaperRecord): Change {
  return { paper, wanted, confirmed, isUnderWay: false, isContested: false, isRecalled: false };
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
