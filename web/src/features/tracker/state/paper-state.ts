import { isoDay } from '../../../../../domain/days.ts';
import { isSameScore, isSameValue, type Tick, type TickValue } from './tick.ts';

/**
 * What becomes of one paper's tick between the user, the server and the user's other tabs. Pure: an event makes a state
 * into the next one and names the effects, which `user-records.ts` carries out. The whole table is in
 * docs/decisions/031-one-state-per-paper.md, and a test keeps it equal to this file.
 */

export interface PaperState {
  /** What the server has, as far as we know. Shown again when a change is refused. */
  server: Tick;
  /** What the user wants, until the server has confirmed it. */
  wanted: Tick | null;
  /** The value in the request under way, of which there is never more than one. */
  sending: Tick | null;
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
  | { type: 'clicked'; wanted: Tick }
  | { type: 'request sent' }
  | { type: 'saved' }
  /** The server said no. `isCertain`: it has not written it either (a status below 500). */
  | { type: 'refused'; isCertain: boolean }
  /** No answer came: no connection, or a time-out. It may have been written. */
  | { type: 'unanswered' }
  /** Another tab says what the server has confirmed to it. */
  | { type: 'heard'; value: Tick }
  /** The number of files has changed, here or in another tab. */
  | { type: 'files changed' }
  | { type: 'reading began' }
  /** `server` is to be shown; `confirmed` is what the server has for certain, null for no record. */
  | { type: 'read'; server: Tick; confirmed: Confirmed }
  /** Local storage has a change that nobody here is taking care of. */
  | { type: 'recalled'; value: Tick; confirmed: Confirmed }
  | { type: 'delivery began' }
  | { type: 'delivery ended' };

export type Confirmed = Tick | null | undefined;

export type Effect =
  | { type: 'show'; tick: Tick }
  /** Local storage keeps it until the server has it. */
  | { type: 'keep'; value: TickValue }
  /** The same value need not be kept any more. */
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
      return [
        { ...state, wanted: event.wanted, isRecalled: false, isNewerThanReading: true },
        [
          { type: 'show', tick: event.wanted },
          { type: 'keep', value: event.wanted },
        ],
      ];
    case 'request sent':
      return [{ ...state, sending: state.wanted }, []];
    case 'saved':
      return saved(state);
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
      return recalled(state, event.value, event.confirmed);
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

function saved(state: PaperState): Step {
  const { wanted, sending, isContested } = state;
  if (!wanted || !sending) return [state, []];
  const next = { ...state, server: sending, sending: null, isNewerThanReading: true, isSavedHere: true };
  const effects: Effect[] = [...confirmed(sending), { type: 'tell tabs', tick: sending }];
  if (isContested) effects.push({ type: 'make tabs reread' }, { type: 'reread' });
  return [isSameValue(wanted, sending) ? withoutWish(next) : next, effects];
}

function refused(state: PaperState, isCertain: boolean): Step {
  const { wanted, sending, server } = state;
  if (!wanted || !sending) return [state, []];
  const next = { ...state, sending: null, isNewerThanReading: true };
  const doubt: Effect[] = isCertain ? [] : [{ type: 'reread' }];
  // Changed again since: that value has not been tried yet.
  if (!isSameValue(wanted, sending)) return [next, doubt];
  return [
    withoutWish(next),
    [{ type: 'forget', value: wanted }, { type: 'show', tick: server }, { type: 'report failure' }, ...doubt],
  ];
}

function unanswered(state: PaperState): Step {
  const { wanted, server, isRecalled, isContested } = state;
  const next = { ...state, sending: null, isNewerThanReading: true };
  if (!wanted || !isRecalled || !isContested) return [next, [{ type: 'reread' }]];
  // It was left over, and another tab has saved something newer.
  return [
    withoutWish(next),
    [{ type: 'forget', value: wanted }, { type: 'show', tick: server }, { type: 'reread' }],
  ];
}

function heard(state: PaperState, value: Tick): Step {
  const { wanted, sending, isRecalled, isSavedHere } = state;
  const next = { ...state, server: value, isNewerThanReading: true };
  if (!wanted) {
    const doubt: Effect[] = isSavedHere ? [{ type: 'reread' }] : [];
    return [next, [{ type: 'show', tick: value }, ...doubt]];
  }
  if (!isRecalled || sending) return [{ ...next, isContested: true }, []];
  // The tab that wanted it has had it saved, or the user has decided otherwise since.
  return [
    withoutWish(next),
    [
      { type: 'forget', value: wanted },
      { type: 'show', tick: value },
    ],
  ];
}

function read(state: PaperState, server: Tick, known: Confirmed): Step {
  const { wanted, sending, isHeld, isNewerThanReading } = state;
  if (isNewerThanReading) return [state, []];
  const next = { ...state, server };
  // While a request or a delivery is under way, another value may yet arrive there.
  if (!wanted || sending || isHeld || !isWritten(wanted, known)) return [next, []];
  // What got no answer was written all the same: surer than a guest's tick that may be in `server`. Shown already, but for
  // the day, if it was another tab's tick that this one changed the score of.
  const tick = known?.isCompleted ? known : wanted;
  const shown: Effect[] = tick.completedAt === wanted.completedAt ? [] : [{ type: 'show', tick }];
  const written = withoutWish({ ...state, server: tick, isNewerThanReading: true });
  return [written, [...confirmed(wanted), ...shown, { type: 'tell tabs', tick }]];
}

function recalled(state: PaperState, value: Tick, known: Confirmed): Step {
  if (state.wanted) return [state, []];
  if (isWritten(value, known)) return [state, confirmed(value)];
  return [{ ...state, wanted: value, isRecalled: true }, [{ type: 'show', tick: value }]];
}

/** No record is as good as an untick. */
function isWritten(value: TickValue, known: Confirmed): boolean {
  if (known === undefined) return false;
  if (known === null || !known.isCompleted) return !value.isCompleted;
  const isOnThatDay = value.doneOn === undefined || value.doneOn === isoDay(new Date(known.completedAt ?? 0));
  return value.isCompleted && isSameScore(value, known) && isOnThatDay;
}

/** In this order: while the change is kept, the guest's tick is not delivered. */
const confirmed = (value: TickValue): Effect[] => [{ type: 'forget guest tick' }, { type: 'forget', value }];
