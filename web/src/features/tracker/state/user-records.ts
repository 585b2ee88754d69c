import { parseCompletionKey } from '../../../../../domain/completion-key.ts';
import { afterPaint } from '../../../ui/after-paint.ts';
import { forgetDelivered, type GuestRecords, readDelivery } from './kept-work.ts';
import { setWaiting, showSaveFailure } from './notices.ts';
import {
  type Confirmed,
  canSend,
  type Effect,
  isAtRest,
  isBusy,
  type PaperEvent,
  type PaperState,
  settled,
  step,
} from './paper-state.ts';
import {
  NOT_DONE,
  type PaperRecord,
  type RecordKeeper,
  readRecord,
  showRecord,
  showRecords,
  showTick,
  tellSaved,
} from './records.ts';
import type { Tick, TickValue } from './tick.ts';
import { createSendQueue, deliverRecords, type Message, saveRecord, type UserLink } from './transport.ts';
import { forgetUnsent, keepUnsent, readUnsent } from './unsent-work.ts';
import { afterGuestTick, firstOf, wishOf } from './wishes.ts';

/** A guest ticks some dozens; a hand-made list of thousands must still fit the server's limit for one call. */
const MOST_PER_DELIVERY = 1000;

type Records = ReadonlyMap<string, PaperRecord>;

export interface UserRecords extends RecordKeeper {
  beginReading: () => void;
  /** Shows what a reading brought. `isLastShown`: nobody answered, and it is only what was here last time. */
  adopt: (reading: {
    records: Records;
    confirmed: (key: string) => Confirmed;
    isLastShown?: boolean;
  }) => void;
  hear: (message: Message) => void;
  /** Sends what has been waiting for a login that is taken. */
  send: () => void;
  /** The server answers again: sends what has been waiting for that. */
  resume: () => void;
  /** Sends what the user did as a guest. What fails is still kept, for the next time. */
  deliver: () => Promise<void>;
  close: () => void;
}

/** Keeps a user's records on the server: runs `paper-state.ts` for each paper, and carries out its effects. */
export function openUserRecords(link: UserLink): UserRecords {
  const { userId } = link;
  /** The papers that are not at rest. */
  const papers = new Map<string, PaperState>();
  const queue = createSendQueue(takeNext, onAnswer);
  /** Nobody has answered since the page was opened. */
  let isAway = false;

  const stateOf = (key: string): PaperState => papers.get(key) ?? settled(tickOf(readRecord(key)));

  function dispatch(key: string, event: PaperEvent): void {
    const [state, effects] = step(stateOf(key), event);
    if (isAtRest(state)) papers.delete(key);
    else papers.set(key, state);
    for (const effect of effects) carryOut(key, effect);
  }

  function carryOut(key: string, effect: Effect): void {
    switch (effect.type) {
      case 'show':
        return showTick(key, effect.tick);
      case 'keep':
        return keepUnsent(userId, key, effect.changes);
      case 'forget':
        return forgetUnsent(userId, key, effect.value);
      case 'forget guest tick':
        return forgetDelivered(userId, { records: [key] });
      case 'tell tabs':
        return tellEveryone(key, effect.tick);
      case 'make tabs reread':
        return link.post({ kind: 'reread' });
      case 'reread':
        return link.reread();
      case 'report failure':
        return showSaveFailure(key);
    }
  }

  /** Says what the server has by now: to other tabs, and here to what shows more of the paper than its record. */
  function tellEveryone(key: string, tick: Tick): void {
    link.post({ kind: 'record', key, ...tick });
    tellSaved(key);
  }

  function showWaiting(): void {
    const unsent = [...papers.values()].filter(({ wanted }) => wanted !== null);
    setWaiting(isAway || queue.isFailing() ? unsent.length : 0);
  }

  function takeNext() {
    if (!link.mayCall()) return undefined;
    for (const [key, state] of papers) {
      const { wanted } = state;
      if (!wanted || !canSend(state)) continue;
      dispatch(key, { type: 'request sent' });
      return { key, answer: save(key, firstOf(wanted).value) };
    }
    return undefined;
  }

  function onAnswer(key: string, event: PaperEvent): void {
    if (!link.isClosed()) {
      dispatch(key, event);
      showWaiting();
      return;
    }
    // Though nobody waits for it any more: sent again with the next login, it would undo what came after it.
    const { sending } = stateOf(key);
    if (event.type !== 'saved' || !sending) return;
    forgetDelivered(userId, { records: [key] });
    forgetUnsent(userId, key, sending.value);
  }

  /** Takes up what an earlier load of the page, or another tab, has left to be sent. */
  function recall(confirmed: (key: string) => Confirmed): void {
    for (const [key, changes] of readUnsent(userId)) {
      const { doneOn: _doneOn, ...shown } = tickOf(readRecord(key));
      const wish = wishOf(shown, changes);
      if (wish) dispatch(key, { type: 'recalled', wish, confirmed: confirmed(key) });
    }
  }

  /** Skips papers that the user has changed since: those are sent like any other change. */
  function nextDelivery(): GuestRecords {
    const changed = readUnsent(userId);
    const left = [...readDelivery(userId).records].filter(([key]) => !changed.has(key));
    return new Map(left.slice(0, MOST_PER_DELIVERY));
  }

  return {
    change(key, wish) {
      const guestTick = readDelivery(userId).records.get(key);
      dispatch(key, { type: 'clicked', wish: guestTick ? afterGuestTick(wish, guestTick) : wish });
      afterPaint(() => {
        if (queue.isPaused()) link.reread();
        else queue.send();
        showWaiting();
      });
    },

    changeFileCount(key, count) {
      dispatch(key, { type: 'files changed' });
      link.post({ kind: 'files', key, count });
    },

    learn(key, value) {
      dispatch(key, { type: 'heard', value });
      tellEveryone(key, value);
    },

    hear(message) {
      if (message.kind === 'record') {
        const { kind: _kind, key, ...value } = message;
        dispatch(key, { type: 'heard', value });
        tellSaved(key);
      } else if (message.kind === 'files') {
        dispatch(message.key, { type: 'files changed' });
        showRecord(message.key, { fileCount: message.count });
      }
      showWaiting();
    },

    beginReading() {
      for (const key of papers.keys()) dispatch(key, { type: 'reading began' });
    },

    adopt({ records, confirmed, isLastShown = false }) {
      isAway = isLastShown;
      for (const key of papers.keys())
        dispatch(key, {
          type: 'read',
          server: tickOf(records.get(key) ?? NOT_DONE),
          confirmed: confirmed(key),
        });
      showRecords(records, (key) => isBusy(stateOf(key)));
      recall(confirmed);
      showWaiting();
    },

    send: () => queue.send(),

    resume: () => queue.resume(),

    async deliver() {
      for (let part = nextDelivery(); part.size > 0; part = nextDelivery()) {
        if (!link.mayCall()) return;
        const keys = [...part.keys()];
        for (const key of keys) dispatch(key, { type: 'delivery began' });
        let isSkipped = false;
        try {
          isSkipped = await deliverRecords(part);
          // The server will never take what it skipped: it is as settled as the rest.
          forgetDelivered(userId, { records: keys });
        } finally {
          for (const key of keys) dispatch(key, { type: 'delivery ended' });
          queue.send();
        }
        if (!isSkipped || link.isClosed()) continue;
        link.reread();
        link.post({ kind: 'reread' });
      }
    },

    close() {
      queue.close();
      setWaiting(0);
    },
  };
}

/** A paper that was never set is refused without asking. */
async function save(key: string, value: TickValue): Promise<PaperEvent> {
  const paper = parseCompletionKey(key);
  return paper ? saveRecord(paper, value) : { type: 'refused', isCertain: true };
}

const tickOf = ({ fileCount: _fileCount, ...tick }: PaperRecord): Tick => tick;
