import type { Output } from '../../../../../contract/index.ts';
import type { PaperId } from '../../../../../domain/completion-key.ts';
import { call } from '../../../api/call.ts';
import { ApiError, ConnectionError } from '../../../api/errors.ts';
import { detailOf, statusOf } from '../../../api/failure.ts';
import { withTimeout } from '../../../api/with-timeout.ts';
import { channelOf } from '../../../state/tabs.ts';
import { type GuestRecords, recordsAsJson } from './kept-work.ts';
import type { PaperEvent } from './paper-state.ts';
import type { Preferences } from './preferences.ts';
import type { Tick, TickValue } from './tick.ts';

/** The ways out of a user's tracker: to the server, and to the user's other tabs. */

/** What the parts of the state need to know of the user whose tracker is open. */
export interface UserLink {
  userId: number;
  /** Another user's tracker, or a guest's, is shown by now: what still comes for this one is ignored. */
  isClosed: () => boolean;
  /**
   * A call made now would be made in this user's name. Not so for the moment in which another tab has changed the
   * login and this one has not yet learned who it is: what is sent then would land in somebody else's account.
   */
  mayCall: () => boolean;
  /** Tells the user's other tabs. */
  post: (message: Message) => void;
  /** What is shown may be wrong: asks the server as soon as it answers. */
  reread: () => void;
}

/** What the tabs of one user tell each other. Everything in it has been confirmed, or needs no confirmation. */
export type Message =
  | ({ kind: 'record'; key: string } & Tick)
  | { kind: 'files'; key: string; count: number }
  | { kind: 'subjects'; subjects: readonly string[] }
  | { kind: 'preferences'; preferences: Preferences }
  /** Two tabs changed one paper at once, or a spreadsheet was imported: only the server knows what there is. */
  | { kind: 'reread' };

export interface Channel {
  post: (message: Message) => void;
  close: () => void;
}

export function openChannel(userId: number, receive: (message: Message) => void): Channel {
  // Without it (an old browser) the other tab catches up when it is looked at again.
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(channelOf(userId));
  channel.addEventListener('message', (event: MessageEvent<Message>) => receive(event.data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
}

/** A record as the server answers it. */
export const tickIn = (record: Output<'GET /completion'>[string]): Tick => ({
  isCompleted: record.is_completed,
  score: record.score,
  marks: record.marks,
  completedAt: record.completed_at === null ? null : Date.parse(record.completed_at),
  ...(record.note !== undefined && { note: record.note }),
  ...(record.earlier && { earlier: record.earlier }),
});

/** Saves one change of a paper's record. Never throws: what became of it is an event. */
export async function saveRecord(paper: PaperId, value: TickValue): Promise<PaperEvent> {
  try {
    return { type: 'saved', server: await post(paper, value) };
  } catch (error) {
    // By a clock that runs ahead it is a day that has not begun. The server knows which it is.
    if (value.doneOn !== undefined && detailOf(error)?.startsWith('done_on: '))
      return saveRecord(paper, { ...value, doneOn: undefined });
    // A login that is no longer taken says nothing about the paper: it is sent again with the next one. Nor does a server
    // that is older than the page, and about to be replaced, or one that asks to come back.
    if (
      error instanceof ConnectionError ||
      statusOf(error) === 401 ||
      asksBack(error) ||
      isOlder(error, value)
    )
      return { type: 'unanswered' };
    return { type: 'refused', isCertain: error instanceof ApiError && error.status < 500 };
  }
}

/** It has too much to do, or a database that takes no change now; what it refused may even be there later. */
const asksBack = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 503 && error.retryAfter !== undefined;

const isOlder = (error: unknown, { adds }: TickValue): boolean =>
  detailOf(error)?.startsWith('Unknown field') || (adds !== undefined && statusOf(error) === 404);

/** Resolves to the record, where the answer has it. */
function post({ subjectId, ...paper }: PaperId, value: TickValue): Promise<Tick | undefined> {
  const { isCompleted, score, marks, doneOn, note, adds, restores } = value;
  const fields = { subject_id: subjectId, ...paper, score, marks, note };
  return withTimeout(async (signal) => {
    // Goes on when the page is left: the last tick before somebody closes the tab counts too.
    const options = { signal, keepalive: true };
    if (adds === undefined) {
      const json = { ...fields, is_completed: isCompleted, done_on: doneOn, restores };
      await call('POST /completion', { json, ...options });
      return undefined;
    }
    const json = { ...fields, done_on: doneOn, entered_at: new Date(adds).toISOString() };
    return tickIn((await call('POST /completion/attempts', { json, ...options })).record);
  });
}

/** Delivers what a user did as a guest. Resolves to whether the server skipped any of it. */
export async function deliverRecords(records: GuestRecords): Promise<boolean> {
  const json = { completion_data: recordsAsJson(records), sent_at: new Date().toISOString() };
  const { skipped } = await withTimeout((signal) => call('POST /completion/bulk', { json, signal }));
  return skipped.length > 0;
}

/** More at once gains nothing: a browser opens no more connections, and the server writes together what comes together. */
const MOST_AT_ONCE = 6;

/** Before what got no answer is sent again to a server that answers otherwise: doubled each time. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 30_000;

interface Request {
  key: string;
  /** What became of it. Never rejects. */
  answer: Promise<PaperEvent>;
}

/**
 * Sends requests, a few at once, and pauses when one gets no answer until it is told that the server answers again.
 * `takeNext` begins the next request, if there is one.
 */
export function createSendQueue(
  takeNext: () => Request | undefined,
  onAnswer: (key: string, event: PaperEvent) => void,
) {
  let underWay = 0;
  let isPaused = false;
  /** How often in a row no answer came. */
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function settle({ key, answer }: Request): Promise<void> {
    underWay += 1;
    const event = await answer;
    underWay -= 1;
    if (event.type === 'saved') {
      failures = 0;
      isPaused = false;
    } else if (event.type === 'unanswered') {
      // Several that were under way together fail once.
      if (!isPaused) failures += 1;
      isPaused = true;
    }
    onAnswer(key, event);
    send();
  }

  function send(): void {
    while (!isPaused && underWay < MOST_AT_ONCE) {
      const request = takeNext();
      if (!request) return;
      void settle(request);
    }
  }

  return {
    send,
    isPaused: () => isPaused,
    /** A request got no answer, and none has been answered since. */
    isFailing: () => failures > 0,
    /** The server has answered something else. */
    resume() {
      clearTimeout(timer);
      if (!isPaused) {
        send();
        return;
      }
      // A connection on which questions get through and changes do not is not to be tried without a pause.
      timer = setTimeout(
        () => {
          isPaused = false;
          send();
        },
        Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE),
      );
    },
    close: () => clearTimeout(timer),
  };
}
