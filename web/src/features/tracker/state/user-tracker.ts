import type { Output } from '../../../../../contract/index.ts';
import { openSetWork } from '../set-work/reading.ts';
import { type GuestRecords, readDelivery } from './kept-work.ts';
import { type Answers, askServer } from './load.ts';
import { setLastShown } from './notices.ts';
import { beginReadingPace } from './pace.ts';
import {
  beginReadingPreferences,
  closePreferences,
  hearPreferences,
  openUserPreferences,
} from './preferences.ts';
import { keepRecordsWith, type PaperRecord, shownRecords, showRecords } from './records.ts';
import {
  addGuestSubjects,
  beginReadingSubjects,
  closeSubjects,
  hearSubjects,
  openUserSubjects,
  readSubjects,
} from './subjects.ts';
import { type Message, openChannel, tickIn, type UserLink } from './transport.ts';
import { findLastShown, keepLastShown, readUnsent } from './unsent-work.ts';
import { openUserRecords } from './user-records.ts';

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
  let deliveredAt = Number.NEGATIVE_INFINITY;

  const channel = openChannel(userId, hear);
  const link: UserLink = {
    userId,
    isClosed: () => isClosed,
    mayCall: () => !isClosed && mayCall(),
    post: channel.post,
    reread: () => reader.doubt(),
  };
  const records = openUserRecords(link);
  const setWork = openSetWork(link);
  const reader = createReader({ readOnce, mayRead: link.mayCall, onComplete: keepShown });

  function hear(message: Message): void {
    if (message.kind === 'subjects') hearSubjects(message.subjects);
    else if (message.kind === 'preferences') hearPreferences(message.preferences);
    else if (message.kind === 'reread') reader.doubt();
    else records.hear(message);
  }

  async function readOnce(): Promise<Reading> {
    records.beginReading();
    const adoptSubjects = beginReadingSubjects();
    const adoptPreferences = beginReadingPreferences();
    const adoptPace = beginReadingPace();
    const answers = await askServer();
    if (isClosed) return 'incomplete';

    const { subjects, completion, preferences } = answers;
    const guest = guestWorkAround(userId, answers);
    if (completion) {
      const read = recordsOf(completion);
      records.adopt({
        records: withGuestRecords(read, guest.records),
        confirmed(key) {
          const record = read.get(key) ?? null;
          // A guest's tick may be under way to where nothing is ticked, and an untick has to be sent after it.
          return guest.keys.has(key) && !record?.isCompleted ? undefined : record;
        },
      });
    }
    if (subjects) adoptSubjects(subjects.subjects, guest.subjects);
    if (preferences) {
      adoptPreferences(preferences);
      adoptPace(preferences.pace);
    }
    if (subjects && completion) {
      setLastShown(undefined);
      show();
      setWork.read();
      records.resume();
      void deliver();
      return 'complete';
    }
    if (isReady) return 'incomplete';
    const lastShown = answers.isUnanswered ? findLastShown(userId) : undefined;
    if (!lastShown) {
      setStatus('failed');
      return 'failed';
    }
    // Nobody answers: what was here last time is better than nothing, as long as it says so. Part of it may have been
    // waiting to be sent, so it does not tell what the server has.
    records.adopt({ records: lastShown.records, confirmed: () => undefined, isLastShown: true });
    adoptSubjects(lastShown.subjects, []);
    setLastShown(lastShown.at);
    show();
    return 'outdated';
  }

  function show(): void {
    isReady = true;
    keepRecordsWith(records);
    setWork.showKept();
    setStatus('ready');
  }

  /** Sends what the user did as a guest. What fails is still kept, and sent at the next load. */
  async function deliver(): Promise<void> {
    const { records: ticks, subjects } = readDelivery(userId);
    if (ticks.size === 0 && subjects.length === 0) return;
    // Not at every reading: a server in trouble is read often, and is not to be pressed with this too.
    if (Date.now() - deliveredAt < FRESH_FOR) return;
    deliveredAt = Number.POSITIVE_INFINITY;
    const since = Date.now();
    await Promise.allSettled([records.deliver(), subjects.length > 0 && addGuestSubjects(link)]);
    deliveredAt = since;
  }

  /** Whenever the page may be about to end. */
  function keepShown(): void {
    const at = reader.freshSince();
    if (isReady && at !== undefined && mayCall())
      keepLastShown(userId, { at, subjects: readSubjects().subjects, records: shownRecords() });
  }

  document.addEventListener('visibilitychange', keepShown);
  openUserSubjects(link);
  openUserPreferences(link);
  setStatus('loading');
  void reader.read();

  return {
    retry() {
      if (!isReady) setStatus('loading');
      void reader.read();
    },
    refresh() {
      records.send();
      reader.refresh();
    },
    close() {
      isClosed = true;
      reader.close();
      document.removeEventListener('visibilitychange', keepShown);
      channel.close();
      keepRecordsWith(undefined);
      records.close();
      setWork.close();
      setLastShown(undefined);
      showRecords(new Map());
      closeSubjects();
      closePreferences();
    },
  };
}

type Reading =
  | 'complete'
  /** What was shown before stays. */
  | 'incomplete'
  /** Only what was here last time could be shown. */
  | 'outdated'
  /** There is nothing to show. */
  | 'failed';

interface ReaderOptions {
  readOnce: () => Promise<Reading>;
  mayRead: () => boolean;
  onComplete: () => void;
}

/** Decides when to read: once at a time, again when a doubt arose meanwhile, and after a while when it went wrong. */
function createReader({ readOnce, mayRead, onComplete }: ReaderOptions) {
  let readAt = Number.NEGATIVE_INFINITY;
  /** Something on the screen may not be so. */
  let isDoubtful = false;
  let isReading = false;
  let isReadAgain = false;
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<void> {
    // An answer that was asked for before the doubt arose does not settle it: it is asked for again.
    isReadAgain ||= isReading;
    // Another login has been stored. The session finds out whose, and then opens or refreshes.
    if (isReading || !mayRead()) return;
    isReading = true;
    clearTimeout(timer);
    const reading = await readOnce();
    isReading = false;
    if (reading === 'complete') {
      readAt = Date.now();
      isDoubtful = false;
      wait = FIRST_WAIT;
      onComplete();
    }
    if (reading === 'outdated') isDoubtful = true;
    if (isReadAgain) {
      isReadAgain = false;
      void read();
    } else if (isDoubtful && reading !== 'failed' && mayRead()) {
      timer = setTimeout(() => void read(), wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }

  return {
    read,
    doubt() {
      isDoubtful = true;
      void read();
    },
    refresh() {
      if (isDoubtful || Date.now() - readAt > FRESH_FOR) void read();
    },
    /** When the server said all that is shown; undefined while some of it is in doubt. */
    freshSince: () => (isDoubtful ? undefined : readAt),
    close: () => clearTimeout(timer),
  };
}

function recordsOf(completion: Output<'GET /completion'>): Map<string, PaperRecord> {
  return new Map(
    Object.entries(completion).map(([key, record]) => [
      key,
      { ...tickIn(record), fileCount: record.file_count },
    ]),
  );
}

/** What the user did as a guest, as it was kept before the reading or is now. `records`: unless changed since. */
function guestWorkAround(userId: number, { storedWork }: Answers) {
  const [before, now] = [readDelivery(userId, storedWork), readDelivery(userId)];
  const records: GuestRecords = new Map([...before.records, ...now.records]);
  const keys = new Set(records.keys());
  for (const text of [storedWork, undefined])
    for (const key of readUnsent(userId, text).keys()) records.delete(key);
  return { records, keys, subjects: [...before.subjects, ...now.subjects] };
}

/** Just what the server will have once the guest's records are delivered. */
function withGuestRecords(
  confirmed: ReadonlyMap<string, PaperRecord>,
  guestRecords: GuestRecords,
): Map<string, PaperRecord> {
  const records = new Map(confirmed);
  for (const [key, record] of guestRecords) {
    const known = records.get(key);
    // What the account has is never overwritten.
    if (!known?.isCompleted)
      records.set(key, { isCompleted: true, fileCount: known?.fileCount ?? 0, ...record });
  }
  return records;
}
