import { createHash } from 'node:crypto';
import { type Database, isUnwritable } from '../db/database.ts';
import { tooMany } from './errors.ts';
import { networkOf } from './network.ts';
import {
  type Budget,
  countFailure,
  countGuess,
  countHit,
  getWait,
  rememberNetwork,
} from './throttle.queries.ts';

/**
 * So many at once; then places come back one by one, all of them in so long. Generous where an address is counted: a
 * whole school shares one, and whoever there uses all places up keeps the others waiting for the next.
 */
const LIMITS = {
  // Counted per user, and only with the right password: nobody else can use these up.
  login: { hits: 200, seconds: 3600 },
  register: { hits: 1000, seconds: 3600 },
  feedback: { hits: 30, seconds: 3600 },
  // Counted per user.
  upload: { hits: 200, seconds: 3600 },
  // Counted per user. What a guest did is sent once, in a few parts, and again only when that failed.
  bulk: { hits: 60, seconds: 3600 },
  // Counted per user: all of their files are read.
  personalData: { hits: 10, seconds: 3600 },
  // Counted per teacher: a whole year group at once, and no more.
  invitation: { hits: 500, seconds: 3600 },
} as const;

/** Five guesses are free, then the wait doubles from one second. It is short enough that nobody can use it to
 *  keep somebody else out for long, and long enough that guessing goes nowhere. */
const GUESSES = { free: 5, forgetSeconds: 900, longestSeconds: 60 };

/**
 * Wrong passwords together, from networks where the account's right one has not been given before. An account's are more
 * than the guesses above allow one network in an hour: nobody uses them up alone. A network's are a typo for everybody in
 * a large school, on the one morning on which nobody there is known yet.
 */
const BUDGETS = {
  account: { hits: 100, seconds: 3600 },
  network: { hits: 1000, seconds: 3600 },
} as const;

/** Networks where an account's right password was given, and how many of them are remembered. */
const KNOWN_NETWORKS = { days: 90, most: 20 };

type Limit = keyof typeof LIMITS;

/** Whose password is guessed at; a login that is nobody's is counted alike, so that nothing tells it apart. */
export type Subject = { userId: number } | { login: string } | 'platform admin';

export interface Throttle {
  /** Throws 429 when this address, or whoever else is named, did this too often. */
  hit(limit: Limit, address: string): Promise<void>;
  /** To be called before a password is checked; throws 429 while this subject and address have to wait. */
  guess(subject: Subject, address: string): Promise<void>;
  /** Throws 429 while this subject and address have to wait; counts nothing, and returns whether `trust` has any effect. */
  wait(subject: Subject, address: string): Promise<boolean>;
  /** The password was wrong: one less for this account, and for this network, unless they know each other. */
  fail(subject: Subject, address: string): Promise<void>;
  /** The password was right: earlier guesses no longer count, and those of others do not keep this network out. */
  trust(subject: Subject, address: string): Promise<void>;
}

const hashOf = (...parts: unknown[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();
const guessKey = (subject: Subject, address: string): Buffer => hashOf('guess', subject, networkOf(address));
const budgetsOf = (subject: Subject, address: string): Budget[] => [
  { key: hashOf('account', subject), ...BUDGETS.account },
  { key: hashOf('network', networkOf(address)), ...BUDGETS.network },
];

const refuseFor = (seconds: number): void => {
  if (seconds > 0) throw tooMany(Math.ceil(seconds));
};

/** A disk that is full must not keep anybody from reading. */
const ifWritable = async (count: () => Promise<void>): Promise<void> => {
  try {
    await count();
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
};

/** Kept in the database, so that several servers count together. */
export const createThrottle = (db: Database, enabled: boolean): Throttle => {
  if (!enabled) {
    const nothing = async () => {};
    return {
      hit: nothing,
      guess: nothing,
      wait: async () => false,
      fail: nothing,
      trust: nothing,
    };
  }
  const hit: Throttle['hit'] = async (limit, address) =>
    refuseFor(await countHit(db, hashOf('hit', limit, networkOf(address)), LIMITS[limit]));
  return {
    hit,
    guess: async (subject, address) =>
      refuseFor(await countGuess(db, guessKey(subject, address), GUESSES, budgetsOf(subject, address))),
    wait: async (subject, address) => {
      const { seconds, is_settled: isSettled } = await getWait(
        db,
        guessKey(subject, address),
        budgetsOf(subject, address),
        KNOWN_NETWORKS,
      );
      refuseFor(seconds);
      return !isSettled;
    },
    fail: async (subject, address) => {
      await countFailure(db, guessKey(subject, address), budgetsOf(subject, address));
    },
    trust: (subject, address) =>
      ifWritable(async () => {
        const userId = typeof subject === 'object' && 'userId' in subject ? subject.userId : null;
        await rememberNetwork(db, guessKey(subject, address), userId, KNOWN_NETWORKS);
      }),
  };
};
