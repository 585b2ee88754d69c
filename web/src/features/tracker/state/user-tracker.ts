import type { Output } from '../../../../../contract/index.ts';
import type { LocalRecords } from '../../../guest/local-work.ts';
import { readOutbox } from '../../../guest/outbox.ts';
import { type Channel, type Message, openChannel } from './channel.ts';
import { type Answers, askServer } from './load.ts';
import { setLastKnown, setWaiting } from './notices.ts';
import {
  beginReadingPreferences,
  closePreferences,
  hearPreferences,
  openUserPreferences,
} from './preferences.ts';
import { type PaperRecord, paintAll } from './record-store.ts';
import { keepRecordsWith } from './records.ts';
import { beginReadingSubjects, closeSubjects, hearSubjects, openUserSubjects } from './subjects.ts';
import { readUnsent } from './unsent.ts';
import type { UserLink } from './user-link.ts';
import { createUserRecords, type Reading } from './user-records.ts';

/** Older than this, it is read again when somebody comes back to the page. */
const FRESH_FOR = 15_000;
/** How long to wait before asking a server again that did not answer: doubled each time. */
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 60_000;

interface Surroundings {
  setStatus: (status: 'loading' | 'ready' | 'failed') => void;
  /** The stored login is still the one of the session. */
  mayCall: () => boolean;
}

/** The tracker of a user who is logged in: reads it, keeps it up to date and in step with the user's other tabs. */
export function openUserTracker(userId: number, { setStatus, mayCall }: Surroundings) {
  let isClosed = false;
  let isReady = false;
  let readAt = Number.NEGATIVE_INFINITY;
  /** Something on the screen may not be so; it must be read again, sooner or later. */
  let isDoubtful = false;
  let isReading = false;
  let isReadAgain = false;
  let isDelivering = false;
  let deliveredAt = Number.NEGATIVE_INFINITY;
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const channel: Channel = openChannel(userId, hear);
  const link: UserLink = {
    userId,
    isClosed: () => isClosed,
    mayCall: () => !isClosed && mayCall(),
    post: channel.post,
    reread() {
      isDoubtful = true;
      void read();
    },
  };
  const records = createUserRecords(link);

  function hear(message: Message): void {
    const { kind } = message;
    if (kind === 'record') {
      const { isCompleted, score } = message;
      records.heard(message.key, { isCompleted, score });
    } else if (kind === 'files') records.heard(message.key, { fileCount: message.count });
    else if (kind === 'subjects') hearSubjects(message.subjects);
    else if (kind === 'preferences') hearPreferences(message.preferences);
    else if (kind === 'reread') link.reread();
  }

  async function read(): Promise<void> {
    // Asked for before the doubt arose, an answer does not settle it: it is asked for again.
    isReadAgain ||= isReading;
    // Another login has been stored. The session finds out whose, and then opens or refreshes.
    if (isReading || !link.mayCall()) return;
    isReading = true;
    clearTimeout(timer);
    const reading = records.beginReading();
    const adoptSubjects = beginReadingSubjects();
    const adoptPreferences = beginReadingPreferences();
    const answers = await askServer();
    const { subjects, completion, preferences } = answers;
    reading.end();
    isReading = false;
    if (isClosed) return;

    const before = readOutbox(userId, answers.outbox);
    const outbox = readOutbox(userId);
    const brought = new Map([...before.records, ...outbox.records]);
    // Changed since, which counts instead.
    for (const stored of [answers.unsent, undefined]) {
      for (const key of readUnsent(userId, stored).keys()) brought.delete(key);
    }
    if (completion) {
      const confirmed = recordsOf(completion);
      reading.adopt(withBrought(confirmed, brought), confirmed);
    }
    if (subjects) adoptSubjects(subjects.subjects, [...before.subjects, ...outbox.subjects]);
    if (preferences) adoptPreferences(preferences);
    if (!isReady && answers.isSilent) await showLastKnown(reading, adoptSubjects);
    if (isClosed) return;
    settle(answers);

    if (isReadAgain) {
      isReadAgain = false;
      void read();
    } else if (isReady) void sendOutbox();
  }

  /** Nobody answers: what was here last time is better than nothing, as long as it says so. */
  async function showLastKnown(
    reading: Reading,
    adoptSubjects: ReturnType<typeof beginReadingSubjects>,
  ): Promise<void> {
    const file = await fetchLastKnown();
    const known = file?.readLastKnown(userId);
    if (!known || isClosed) return;
    // Among it may be what had yet to be sent: it says nothing about what the server has.
    reading.adopt(known.records, undefined);
    adoptSubjects(known.subjects, []);
    isReady = true;
    isDoubtful = true;
    keepRecordsWith(records);
    setLastKnown(known.at);
    setStatus('ready');
  }

  /** Behind everything else, and whenever the page may be about to end. */
  function keep(): void {
    if (isClosed || isDoubtful || !isReady) return;
    const at = readAt;
    void fetchLastKnown().then((file) => isClosed || file?.keepLastKnown(userId, at));
  }

  function settle({ subjects, completion }: Answers): void {
    if (subjects && completion) {
      isReady = true;
      readAt = Date.now();
      isDoubtful = false;
      wait = FIRST_WAIT;
      keepRecordsWith(records);
      setLastKnown(undefined);
      setStatus('ready');
      records.resume();
      keep();
      return;
    }
    if (!isReady) setStatus('failed');
    else if (isDoubtful) {
      timer = setTimeout(() => void read(), wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }

  async function sendOutbox(): Promise<void> {
    const outbox = readOutbox(userId);
    if (outbox.records.size === 0 && outbox.subjects.length === 0) return;
    // Not at every reading: a server in trouble is read often, and is not to be pressed with this too.
    if (isDelivering || Date.now() - deliveredAt < FRESH_FOR) return;
    isDelivering = true;
    deliveredAt = Date.now();
    try {
      // A file of its own: hardly anybody brings anything.
      const { deliver } = await import('./delivery.ts');
      await deliver(link, records);
    } catch {
      // The file did not come. All that was brought is still in the outbox, for the next reading.
    } finally {
      isDelivering = false;
    }
  }

  document.addEventListener('visibilitychange', keep);
  openUserSubjects(link);
  openUserPreferences(link);
  setStatus('loading');
  void read();

  return {
    retry() {
      if (!isReady) setStatus('loading');
      void read();
    },
    refresh() {
      if (isDoubtful || Date.now() - readAt > FRESH_FOR) void read();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', keep);
      channel.close();
      keepRecordsWith(undefined);
      setWaiting(0);
      setLastKnown(undefined);
      paintAll(new Map());
      closeSubjects();
      closePreferences();
    },
  };
}

/** Where no answer comes its file may not come either: then it is as if nothing had been kept. */
const fetchLastKnown = () => import('./last-known.ts').catch(() => undefined);

function recordsOf(completion: Output<'GET /completion'>): Map<string, PaperRecord> {
  return new Map(
    Object.entries(completion).map(([key, { is_completed, score, file_count, completed_at }]) => [
      key,
      {
        isCompleted: is_completed,
        score,
        fileCount: file_count,
        completedAt: completed_at === null ? null : Date.parse(completed_at),
      },
    ]),
  );
}

/** What the server has and what the user brought along: just what it will have once the outbox is through. */
function withBrought(
  confirmed: ReadonlyMap<string, PaperRecord>,
  brought: LocalRecords,
): Map<string, PaperRecord> {
  const records = new Map(confirmed);
  for (const [key, record] of brought) {
    const known = records.get(key);
    // What the account has is never overwritten.
    if (!known?.isCompleted)
      records.set(key, { isCompleted: true, fileCount: known?.fileCount ?? 0, ...record });
  }
  return records;
}
