import pg from 'pg';
import { createProbe, type DatabaseState, drop, silence } from './probe.ts';

/** With what the probe takes, less than the two seconds within which a caller gets an answer. */
const LOOK_EVERY_MS = 100;
const WAITED_MS = 500;
/** What was found out is good for so long, for who only wants to know. */
const FRESH_MS = 2000;
/** For somebody who waits for a standby: first, and again until it is certain. */
const NOTICE_MS = 3000;
/** While nothing can be written, each look opens a connection. */
const PAUSE_MS = 500;

/** The connection on which something is asked, and whether it may change something. */
interface Asked {
  client: pg.PoolClient;
  mayWrite: boolean;
}

/** Somebody waits; without a connection for one. */
type Wait = { since: number } & Partial<Asked>;

export interface Watch {
  /** Runs a query on a connection, or fails as soon as it is known that nobody will answer, or commit what it writes. */
  asking<T>(on: Asked, question: () => Promise<T>): Promise<T>;
  /** The same for a wait whose end says nothing about the database. */
  waiting<T>(work: () => Promise<T>): Promise<T>;
  /** Nothing can be written: who only reads is to say so to the database, which refuses the others at once. */
  isReadOnly(): boolean;
  /** A change was refused: what can be done is to be found out. */
  doubt(): void;
  state(): Promise<DatabaseState>;
  /** Runs it, and tells once if it waits for a standby. */
  noticing<T>(text: string, work: () => Promise<T>): Promise<T>;
  stop(): void;
}

/**
 * A database that disappears without a word (a cable, a host, a pooler that waits for it) leaves its connections open,
 * and queries over them wait for their whole timeout. So when something waits long, and nothing else was answered
 * meanwhile, another connection checks. Without an answer to that either, all connections are given up and their
 * callers told; until it answers again, nobody is kept waiting. A database that is only slow still answers something.
 *
 * One whose standby is gone answers all questions and commits nothing. So when what may be a change waits long, the other
 * connection tries to commit one. If it waits too, the callers that wait are told, and until it is committed nobody writes.
 *
 * Behind a pooler such commits may have taken all of its connections, and then a question waits as well. So silence is not
 * believed at first: the callers that wait are told, which gives their connections back, nobody writes, and it looks again.
 */
export const watchDatabase = (
  pool: pg.Pool,
  connection: pg.ClientConfig,
  {
    onChange = () => {},
    onStandbyWait,
    isPooled = false,
    checksCommits = true,
    ...options
  }: {
    answerWithinMs?: number;
    checksCommits?: boolean;
    isPooled?: boolean;
    onChange?: (state: DatabaseState) => void;
    onStandbyWait?: () => void;
  } = {},
): Watch => {
  const probe = createProbe(connection, { ...options, checksCommits, isPooled });
  const connections = new Set<pg.PoolClient>();
  pool.on('connect', (client) => connections.add(client));
  pool.on('remove', (client) => connections.delete(client));
  /** The longest first. */
  const waits = new Set<Wait>();
  let answeredAt = 0;
  let state: DatabaseState = 'writable';
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isDoubtful = false;
  let isToRenew = false;
  let isCautious = false;
  let looking: Promise<void> | undefined;

  const hasWaited = ({ since }: Wait): boolean => performance.now() - since >= WAITED_MS;
  const changesWait = (): boolean => [...waits].some((wait) => wait.mayWrite && hasWaited(wait));
  const giveUpChanges = (): void => {
    for (const wait of waits) if (wait.client && wait.mayWrite && hasWaited(wait)) drop(wait.client);
  };

  const find = async (): Promise<void> => {
    const began = performance.now();
    if (isToRenew) probe.renew();
    isToRenew = false;
    const mayBeStuck = (): boolean =>
      isPooled && checksCommits && state === 'writable' && !isCautious && changesWait();
    const answer = await probe.look(mayBeStuck());
    // What was answered meanwhile says that it is there.
    const isRefuted = answer === 'away' && answeredAt >= began;
    const isUndecided = answer === 'unsure' || isRefuted;
    // Asked again: what waits now may not have waited for long when the look began.
    isCautious = isUndecided ? isCautious : answer === 'away' && mayBeStuck();
    isDoubtful = isUndecided || isCautious || isToRenew;
    lookedAt = performance.now();
    if (isCautious) return giveUpChanges();
    const isThere = answer === 'unsure' || answer === 'refused';
    const found = !isThere ? answer : state === 'away' ? 'writable' : state;
    if (!isRefuted && found !== state) {
      state = found;
      onChange(state);
    }
    if (state === 'away') for (const client of connections) drop(client);
    if (state === 'read-only') giveUpChanges();
  };

  const look = (): Promise<void> => {
    looking ??= find().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  const isSuspicious = (): boolean => {
    const now = performance.now();
    const waited = (wait: Wait | undefined, since: number) =>
      wait !== undefined && now - Math.max(wait.since, since) >= WAITED_MS;
    const [longest] = waits;
    const longestWrite = [...waits].find(({ mayWrite }) => mayWrite);
    return waited(longest, answeredAt) || waited(longestWrite, lookedAt);
  };

  const timer = setInterval(() => {
    const isDue = state === 'away' || (state === 'read-only' && performance.now() - lookedAt >= PAUSE_MS);
    if (isDue || isDoubtful || isSuspicious()) void look();
  }, LOOK_EVERY_MS).unref();

  const wait = async <T>(on: Asked | undefined, work: () => Promise<T>): Promise<T> => {
    if (state === 'away') throw silence();
    const entry: Wait = { since: performance.now(), ...on };
    waits.add(entry);
    try {
      return await work();
    } finally {
      waits.delete(entry);
    }
  };

  let isTold = false;
  const tellIfHeldUp = async (text: string): Promise<void> => {
    // Who cannot be asked now is asked again.
    const isHeldUp = await probe.waitsForStandby(text).catch(() => false);
    if (isHeldUp && !isTold) onStandbyWait?.();
    isTold ||= isHeldUp;
  };
  const noticing = async <T>(text: string, work: () => Promise<T>): Promise<T> => {
    if (!onStandbyWait || isTold) return work();
    const notice = setInterval(() => void tellIfHeldUp(text), NOTICE_MS);
    try {
      return await work();
    } finally {
      clearInterval(notice);
    }
  };

  return {
    noticing,
    waiting: (work) => wait(undefined, work),
    asking: (on, question) =>
      wait(on, async () => {
        try {
          const answer = await question();
          answeredAt = performance.now();
          return answer;
        } catch (error) {
          if (error instanceof pg.DatabaseError) answeredAt = performance.now();
          throw error;
        }
      }),
    isReadOnly: () => state === 'read-only' || isCautious,
    doubt: () => {
      isToRenew = true;
      isDoubtful = true;
    },
    state: async () => {
      if (state === 'writable' && performance.now() - lookedAt >= FRESH_MS) await look();
      return state;
    },
    stop: () => {
      clearInterval(timer);
      probe.end();
    },
  };
};
