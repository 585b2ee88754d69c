import type { Output } from '../../../../../contract/index.ts';
import { confirm, readOutbox } from '../../../guest/outbox.ts';
import { type Channel, type Message, openChannel } from './channel.ts';
import { deliver, withBrought } from './delivery.ts';
import { type Answers, askServer } from './load.ts';
import {
  beginReadingPreferences,
  closePreferences,
  hearPreferences,
  openUserPreferences,
} from './preferences.ts';
import { type PaperRecord, paintAll } from './record-store.ts';
import { keepRecordsWith } from './records.ts';
import { beginReadingSubjects, closeSubjects, hearSubjects, openUserSubjects } from './subjects.ts';
import type { UserLink } from './user-link.ts';
import { createUserRecords } from './user-records.ts';

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
  /** Papers that are in the outbox. */
  let broughtKeys = new Set<string>();
  const records = createUserRecords(link, (key) => {
    // Decided anew by the user: what was brought along about this paper no longer counts.
    if (broughtKeys.delete(key)) confirm(userId, { records: [key] });
  });

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
    const { subjects, completion, preferences } = await askServer();
    reading.end();
    isReading = false;
    if (isClosed) return;

    const outbox = readOutbox(userId);
    broughtKeys = new Set(outbox.records.keys());
    if (completion) reading.adopt(withBrought(recordsOf(completion), outbox.records));
    if (subjects) adoptSubjects(subjects.subjects, outbox.subjects);
    if (preferences) adoptPreferences(preferences);
    settle({ subjects, completion, preferences });

    if (isReadAgain) {
      isReadAgain = false;
      void read();
    } else if (isReady) void sendOutbox();
  }

  function settle({ subjects, completion }: Answers): void {
    if (subjects && completion) {
      isReady = true;
      readAt = Date.now();
      isDoubtful = false;
      wait = FIRST_WAIT;
      keepRecordsWith(records);
      setStatus('ready');
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
    await deliver(link, records, outbox);
    isDelivering = false;
  }

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
      channel.close();
      keepRecordsWith(undefined);
      paintAll(new Map());
      closeSubjects();
      closePreferences();
    },
  };
}

function recordsOf(completion: Output<'GET /completion'>): Map<string, PaperRecord> {
  return new Map(
    Object.entries(completion).map(([key, { is_completed, score, file_count }]) => [
      key,
      { isCompleted: is_completed, score, fileCount: file_count },
    ]),
  );
}
