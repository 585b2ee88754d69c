import {
  canSend,
  type Effect,
  isBusy,
  type PaperEvent,
  type PaperState,
  settled,
  step,
} from './paper-state.ts';
import {
  attemptsOf,
  dated,
  isSameTick,
  isSameValue,
  NOT_TICKED,
  type Tick,
  type TickValue,
  tickAfter,
  wishFor,
} from './tick.ts';
import { afterGuestTick, firstOf, wishOf } from './wishes.ts';

/**
 * For the model check: one paper, a server, local storage and the user's tabs, in which anything can happen in any
 * order. The tabs run the real state machine; around it is the least that a server and a browser do.
 */

export const UNTICKED = NOT_TICKED;
export const ticked = (score: number, doneOn?: string): Tick =>
  tickAfter(UNTICKED, { isCompleted: true, score, doneOn });

interface Tab {
  state: PaperState;
  shown: Tick;
  /** What the user unticked last, for Undo. */
  unticked?: Tick;
  /** Said by the other tab and not yet heard. */
  inbox: (Tick | 'reread')[];
  isRereadAsked: boolean;
  reading?: { guestBefore: Tick | undefined; unsentBefore: boolean; answer: Tick | null };
}

export type Outcome = 'written' | 'refused' | 'in trouble' | 'lost before' | 'lost after';

interface Request {
  tab: Tab;
  kind: 'save' | 'delivery';
  value: TickValue;
  isWritten: boolean;
}

export class World {
  tabs: Tab[] = [];
  requests: Request[] = [];
  /** What local storage has. */
  unsent: readonly TickValue[] | undefined;
  server: Tick | null;
  /** The moments of the attempts that the server knows by theirs. */
  #moments = new Set<number>();
  /** What an untick has removed there. */
  #removed: { tick: Tick; moments: Set<number> } | undefined;
  #clock = 0;
  guest: Tick | undefined;
  /** The user unticked the paper after they had ticked it as a guest, and the server knows. */
  #isUntickedSince = false;

  constructor(server: Tick | null, guest: Tick | undefined) {
    this.server = server;
    this.guest = guest;
  }

  open(): void {
    const tab = { state: settled(UNTICKED), shown: UNTICKED, inbox: [], isRereadAsked: false };
    this.tabs.push(tab);
    this.beginReading(tab);
    this.endReading(tab);
  }

  close(tab: Tab): void {
    this.tabs = this.tabs.filter((other) => other !== tab);
  }

  click(tab: Tab, said: TickValue): void {
    const wish = wishFor(tab.shown, dated(tab.shown, said));
    if (isSameTick(tab.shown, wish.shown)) return;
    if (!said.isCompleted) tab.unticked = tab.shown;
    const isKept = this.guest && !this.unsent;
    this.#dispatch(tab, {
      type: 'clicked',
      wish: isKept && this.guest ? afterGuestTick(wish, this.guest) : wish,
    });
  }

  /** Says that the paper was done again. */
  doAgain(tab: Tab, score: number): void {
    if (!tab.shown.isCompleted) return;
    this.#clock += 1;
    this.click(tab, { isCompleted: true, score, adds: this.#clock });
  }

  undo(tab: Tab): void {
    const { unticked } = tab;
    if (!unticked || tab.shown.isCompleted) return;
    const { isCompleted, score, note } = unticked;
    const value = dated(unticked, { isCompleted, score, restores: true, ...(note && { note }) });
    this.#dispatch(tab, { type: 'clicked', wish: wishFor(UNTICKED, value, unticked) });
  }

  send(tab: Tab): void {
    const { wanted } = tab.state;
    if (!wanted || !canSend(tab.state)) return;
    this.#dispatch(tab, { type: 'request sent' });
    this.requests.push({ tab, kind: 'save', value: firstOf(wanted).value, isWritten: false });
  }

  deliver(tab: Tab): void {
    if (!this.guest || this.unsent || tab.state.isHeld) return;
    this.#dispatch(tab, { type: 'delivery began' });
    this.requests.push({ tab, kind: 'delivery', value: this.guest, isWritten: false });
  }

  /** It arrives at the server, once. */
  write(request: Request): void {
    const { kind, value, isWritten } = request;
    if (isWritten) return;
    request.isWritten = true;
    if (kind === 'save') {
      // An untick of what is unticked changes nothing.
      if (this.server?.isCompleted !== value.isCompleted) this.#isUntickedSince = !value.isCompleted;
      this.#save(this.server ?? UNTICKED, value);
    } else if (!this.server?.isCompleted && !this.#isUntickedSince)
      this.server = stored(tickAfter(UNTICKED, value));
  }

  #save(before: Tick, value: TickValue): void {
    const { isCompleted, adds, restores } = value;
    if (!isCompleted && before.isCompleted) {
      this.#removed = { tick: before, moments: this.#moments };
      this.#moments = new Set();
    }
    // A single attempt without a note is not kept: it is written as the tick says.
    if (isCompleted && !before.isCompleted && restores && this.#removed && isMore(this.#removed.tick)) {
      this.server = this.#removed.tick;
      this.#moments = this.#removed.moments;
      return;
    }
    const isThere = adds !== undefined && this.#moments.has(adds);
    this.server = stored(tickAfter(before, isThere ? { ...value, adds: undefined } : value));
    if (adds !== undefined) this.#moments.add(adds);
  }

  end(request: Request, outcome: Outcome): void {
    // What has arrived can only get its answer, or not.
    if (request.isWritten && outcome !== 'written') outcome = 'lost after';
    this.requests = this.requests.filter((other) => other !== request);
    const { tab, kind, value } = request;
    const isOpen = this.tabs.includes(tab);
    if (outcome === 'written' || outcome === 'lost after') this.write(request);
    if (kind === 'delivery') {
      if (outcome === 'written') this.guest = undefined;
      if (isOpen) this.#dispatch(tab, { type: 'delivery ended' });
      tab.isRereadAsked ||= outcome === 'written';
    } else if (isOpen) this.#dispatch(tab, this.#eventOf(outcome, value));
    else if (outcome === 'written') {
      // As in user-records.ts: nobody waits for it any more.
      this.guest = undefined;
      this.#forget(value);
    }
  }

  hear(tab: Tab): void {
    const message = tab.inbox.shift();
    if (message === 'reread') tab.isRereadAsked = true;
    else if (message) this.#dispatch(tab, { type: 'heard', value: message });
  }

  beginReading(tab: Tab): void {
    this.#dispatch(tab, { type: 'reading began' });
    tab.isRereadAsked = false;
    tab.reading = {
      guestBefore: this.guest,
      unsentBefore: this.unsent !== undefined,
      answer: this.server,
    };
  }

  endReading(tab: Tab): void {
    if (!tab.reading) return;
    const { guestBefore, unsentBefore, answer } = tab.reading;
    delete tab.reading;
    const guest = unsentBefore || this.unsent ? undefined : (this.guest ?? guestBefore);
    const server = answer?.isCompleted ? answer : (guest ?? answer ?? UNTICKED);
    const confirmed = (this.guest ?? guestBefore) && !answer?.isCompleted ? undefined : answer;
    this.#dispatch(tab, { type: 'read', server, confirmed });
    if (!isBusy(tab.state)) {
      tab.shown = server;
      tab.state = { ...tab.state, server };
    }
    if (this.unsent) {
      const wish = wishOf(stored(tab.shown), this.unsent);
      if (wish) this.#dispatch(tab, { type: 'recalled', wish, confirmed });
    }
  }

  /** The connection is good from now on, and everything comes to an end; twice if the user comes back to the tabs. */
  settle({ comesBack = true } = {}): void {
    for (let round = 0; round < 20; round += 1) {
      if (comesBack && round % 10 === 0) for (const tab of this.tabs) tab.isRereadAsked = true;
      for (const request of this.requests) this.end(request, 'written');
      if (this.tabs.length === 0) this.open();
      for (const tab of this.tabs) {
        while (tab.inbox.length > 0) this.hear(tab);
        this.endReading(tab);
        if (tab.isRereadAsked) {
          this.beginReading(tab);
          this.endReading(tab);
        }
        this.send(tab);
        this.deliver(tab);
      }
    }
  }

  #dispatch(tab: Tab, event: PaperEvent): void {
    const [state, effects] = step(tab.state, event);
    tab.state = state;
    for (const effect of effects) this.#carryOut(tab, effect);
  }

  #carryOut(tab: Tab, effect: Effect): void {
    const others = this.tabs.filter((other) => other !== tab);
    if (effect.type === 'show') tab.shown = effect.tick;
    else if (effect.type === 'keep') this.unsent = effect.changes;
    else if (effect.type === 'forget') this.#forget(effect.value);
    else if (effect.type === 'forget guest tick') this.guest = undefined;
    else if (effect.type === 'tell tabs') for (const other of others) other.inbox.push(effect.tick);
    else if (effect.type === 'make tabs reread') for (const other of others) other.inbox.push('reread');
    else if (effect.type === 'reread') tab.isRereadAsked = true;
  }

  #forget(value: TickValue): void {
    const [first, ...rest] = this.unsent ?? [];
    if (first && isSameValue(first, value)) this.unsent = rest.length > 0 ? rest : undefined;
  }

  #eventOf(outcome: Outcome, { adds }: TickValue): PaperEvent {
    // A call that adds an attempt is answered with the record.
    if (outcome === 'written')
      return { type: 'saved', ...(adds !== undefined && this.server && { server: this.server }) };
    if (outcome === 'refused' || outcome === 'in trouble')
      return { type: 'refused', isCertain: outcome === 'refused' };
    return { type: 'unanswered' };
  }
}

const isMore = (tick: Tick): boolean => attemptsOf(tick) > 1 || tick.note !== undefined;

/** The server answers when a paper was done, and not that the day was named. */
const stored = ({ doneOn: _doneOn, ...tick }: Tick): Tick => tick;
