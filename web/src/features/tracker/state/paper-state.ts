import { isoDay } from '../../../../../domain/days.ts';
import { isSameScore, isSameTick, type Tick, type TickValue, type Wish } from './tick.ts';
import { changesOf, firstOf, joined, restOf } from './wishes.ts';

/**
 * What becomes of one paper's tick between the user, the server and the user's other tabs. Pure: an event makes a state
 * into the next one and names the effects, which `user-records.ts` carries out. The whole table is in
 * docs/decisions/031-one-state-per-paper.md, and a test keeps it equal to this file.
 */

export interface PaperState {
  /** What the server has, as far as we know. Shown again when a change is refused. */
  server: Tick;
  /** What the user wants, until the server has confirmed it. */
  wanted: Wish | null;
  /** What is in the request under way, of which there is never more than one. */
  sending: Wish | null;
  /** `wanted` was found in local storage: an earlier load of the page, or another tab, has left it there. */
  isRecalled: boolean;
  /** Another tab saved a value while ours was unconfirmed. Which of the two came last, only the server knows. */
  isContested: boolean;
  /** A guest's tick of this paper is being delivered. What the user wants since must not overtake it. */
  isHeld: boolean;
  /** Something happened since the reading under way was asked for, which therefore says nothing about this paper. */
  isNewerThanReading: boolean;
  /** This tab saved a value since then: what another tab says it saved may be older or newer. */
  isSavedHere: boolean;
}

export type PaperEvent =
  | { type: 'clicked'; wish: Wish }
  | { type: 'request sent' }
  /** `server`: what the answer says of the record, where it does. */
  | { type: 'saved'; server?: Tick | undefined }
  /** The server said no. `isCertain`: it has not written it either (a status below 500). */
  | { type: 'refused'; isCertain: boolean }
  /** No answer came: no connection, or a time-out. It may have been written. */
  | { type: 'unanswered' }
  /** Another tab, or a call for one of the attempts, says what the server has confirmed. */
  | { type: 'heard'; value: Tick }
  /** The number of files has changed, here or in another tab. */
  | { type: 'files changed' }
  | { type: 'reading began' }
  /** `server` is to be shown; `confirmed` is what the server has for certain, null for no record. */
  | { type: 'read'; server: Tick; confirmed: Confirmed }
  /** Local storage has a change that nobody here is taking care of. */
  | { type: 'recalled'; wish: Wish; confirmed: Confirmed }
  | { type: 'delivery began' }
  | { type: 'delivery ended' };

export type Confirmed = Tick | null | undefined;

export type Effect =
  | { type: 'show'; tick: Tick }
  /** Local storage keeps it until the server has it. */
  | { type: 'keep'; changes: readonly TickValue[] }
  /** The same change need not be kept any more. */
  | { type: 'forget'; value: TickValue }
  /** Nor what the user did about this paper as a guest. */
  | { type: 'forget guest tick' }
  | { type: 'tell tabs'; tick: Tick }
  | { type: 'make tabs reread' }
  | { type: 'reread' }
  | { type: 'report failure' };

export type Step = [PaperState, Effect[]];

export const settled = (server: Tick): PaperState => ({
  server,
  wanted: null,
  sending: null,
  isRecalled: false,
  isContested: false,
  isHeld: false,
  isNewerThanReading: false,
  isSavedHere: false,
});

export const canSend = ({ wanted, sending, isHeld }: PaperState): boolean =>
  wanted !== null && sending === null && !isHeld;

/** Readings leave it as it is. */
export const isBusy = ({ wanted, isNewerThanReading }: PaperState): boolean =>
  wanted !== null || isNewerThanReading;

/** Nothing is remembered of it but what the server has. */
export const isAtRest = (state: PaperState): boolean => !isBusy(state) && !state.isHeld;

export function step(state: PaperState, event: PaperEvent): Step {
  switch (event.type) {
    case 'clicked':
      return clicked(state, event.wish);
    case 'request sent':
      return [{ ...state, sending: state.wanted && firstOf(state.wanted) }, []];
    case 'saved':
      return saved(state, event.server);
    case 'refused':
      return refused(state, event.isCertain);
    case 'unanswered':
      return unanswered(state);
    case 'heard':
      return heard(state, event.value);
    case 'files changed':
      return [{ ...state, isNewerThanReading: true }, []];
    case 'reading began':
      return [{ ...state, isNewerThanReading: false, isSavedHere: false }, []];
    case 'read':
      return read(state, event.server, event.confirmed);
    case 'recalled':
      return recalled(state, event.wish, event.confirmed);
    case 'delivery began':
      return [{ ...state, isHeld: true }, []];
    case 'delivery ended':
      return [{ ...state, isHeld: false, isNewerThanReading: true }, []];
    default:
      return event satisfies never;
  }
}

/** Nothing is wanted any more beyond what the server has. */
const withoutWish = (state: PaperState): PaperState => ({
  ...state,
  wanted: null,
  isRecalled: false,
  isContested: false,
});

function clicked(state: PaperState, wish: Wish): Step {
  const wanted = joined(state.wanted, wish);
  return [
    { ...state, wanted, isRecalled: false, isNewerThanReading: true },
    [
      { type: 'show', tick: wanted.shown },
      { type: 'keep', changes: changesOf(wanted) },
    ],
  ];
}

function saved(state: PaperState, answered: Tick | undefined): Step {
  const { wanted, sending, isContested } = state;
  if (!wanted || !sending) return [state, []];
  const server = answered ?? sending.shown;
  const next = { ...state, server, sending: null, isNewerThanReading: true, isSavedHere: true };
  const effects: Effect[] = [...confirmed(sending.value), { type: 'tell tabs', tick: server }];
  if (isContested || (!answered && isGuess(sending))) {
    effects.push({ type: 'make tabs reread' }, { type: 'reread' });
  }
  const rest = restOf(wanted, sending);
  if (rest) return [{ ...next, wanted: rest }, effects];
  // Which attempt is the newest, the server knows best.
  if (!isSameTick(server, wanted.shown)) effects.push({ type: 'show', tick: server });
  return [withoutWish(next), effects];
}

/** Only the server knows all attempts: which of them is the newest now, or whether they all came back. */
const isGuess = ({ value: { doneOn = '', restores }, shown }: Wish): boolean =>
  restores ?? shown.earlier?.some((day) => day > doneOn) ?? false;

function refused(state: PaperState, isCertain: boolean): Step {
  const { wanted, sending, server } = state;
  if (!wanted || !sending) return [state, []];
  const next = { ...state, sending: null, isNewerThanReading: true };
  const doubt: Effect[] = isCertain ? [] : [{ type: 'reread' }];
  const rest = restOf(wanted, sending);
  // Changed again since: that value has not been tried yet.
  if (rest && !wanted.after) return [next, doubt];
  const failure: Effect[] = [{ type: 'forget', value: sending.value }];
  if (rest) return [{ ...next, wanted: rest }, [...failure, { type: 'report failure' }, ...doubt]];
  return [
    withoutWish(next),
    [...failure, { type: 'show', tick: server }, { type: 'report failure' }, ...doubt],
  ];
}

function unanswered(state: PaperState): Step {
  const { wanted, server, isRecalled, isContested } = state;
  const next = { ...state, sending: null, isNewerThanReading: true };
  if (!wanted || !isRecalled || !isContested) return [next, [{ type: 'reread' }]];
  // It was left over, and another tab has saved something newer.
  return [withoutWish(next), [...forgotten(wanted), { type: 'show', tick: server }, { type: 'reread' }]];
}

/** Nobody wants it any more. */
const forgotten = (wish: Wish): Effect[] => changesOf(wish).map((value) => ({ type: 'forget', value }));

function heard(state: PaperState, value: Tick): Step {
  const { wanted, sending, isRecalled, isSavedHere } = state;
  const next = { ...state, server: value, isNewerThanReading: true };
  const shown: Effect[] = [{ type: 'show', tick: value }];
  if (isSavedHere) shown.push({ type: 'reread' });
  if (!wanted) return [next, shown];
  if (!isRecalled || sending) return [{ ...next, isContested: true }, []];
  // The tab that wanted it has had it saved, or the user has decided otherwise since.
  return [withoutWish(next), [...forgotten(wanted), ...shown]];
}

function read(state: PaperState, server: Tick, known: Confirmed): Step {
  const { wanted, sending, isHeld, isNewerThanReading } = state;
  if (isNewerThanReading) return [state, []];
  const next = { ...state, server };
  // While a request or a delivery is under way, another value may yet arrive there.
  if (!wanted || sending || isHeld || !isWritten(wanted, known)) return [next, []];
  // What got no answer was written all the same: surer than a guest's tick that may be in `server`. Shown already, but for
  // the day, if it was another tab's tick that this one changed the score of.
  const tick = known?.isCompleted ? known : wanted.shown;
  const shown: Effect[] = isSameTick(tick, wanted.shown) ? [] : [{ type: 'show', tick }];
  const written = withoutWish({ ...state, server: tick, isNewerThanReading: true, isSavedHere: true });
  return [written, [...confirmed(wanted.value), ...shown, { type: 'tell tabs', tick }]];
}

function recalled(state: PaperState, wish: Wish, known: Confirmed): Step {
  if (state.wanted) return [state, []];
  if (isWritten(wish, known)) return [state, confirmed(wish.value)];
  return [{ ...state, wanted: wish, isRecalled: true }, [{ type: 'show', tick: wish.shown }]];
}

/** No record is as good as an untick. Of several changes, and of an attempt, a record does not tell: they are sent again. */
function isWritten({ value, after }: Wish, known: Confirmed): boolean {
  if (known === undefined || after || value.adds !== undefined || value.restores) return false;
  if (known === null || !known.isCompleted) return !value.isCompleted;
  const isOnThatDay = value.doneOn === undefined || value.doneOn === isoDay(new Date(known.completedAt ?? 0));
  const hasNote = value.note === undefined || value.note === (known.note ?? '');
  return value.isCompleted && isSameScore(value, known) && isOnThatDay && hasNote;
}

/** In this order: while the change is kept, the guest's tick is not delivered. */
const confirmed = (value: TickValue): Effect[] => [{ type: 'forget guest tick' }, { type: 'forget', value }];
