import { createHash } from 'node:crypto';
import { minutesOf, RETENTION } from '../../domain/retention.ts';
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

/** Within it all slots are back, and no counter is left. */
const WINDOW_SECONDS = minutesOf(RETENTION.counter) * 60;

/**
 * This many at once; then slots come back one by one, all of them within the given time. Generous where an address is
 * counted: a whole school shares one, and one person who uses up all slots makes the others wait for the next.
 */
const LIMITS = {
  // Counted per user, and only with the right password: nobody else can use these up.
  login: { hits: 200, seconds: WINDOW_SECONDS },
  register: { hits: 1000, seconds: WINDOW_SECONDS },
  feedback: { hits: 30, seconds: WINDOW_SECONDS },
  // Counted per user.
  upload: { hits: 200, seconds: WINDOW_SECONDS },
  // Counted per user. A guest's work is sent once, in a few parts, and again only after a failure; a spreadsheet by hand.
  bulk: { hits: 60, seconds: WINDOW_SECONDS },
  // Counted per user: all of their files are read.
  personalData: { hits: 10, seconds: WINDOW_SECONDS },
  // Counted per school admin: a year group that lost its slips, and no more. A stolen login does not empty a school.
  passwordReset: { hits: 300, seconds: WINDOW_SECONDS },
  // Counted per school admin and address of somebody elsewhere that a list has: far more than any list by mistake.
  stranger: { hits: 2000, seconds: WINDOW_SECONDS },
  // Counted per school admin and person whom an import makes, takes in or changes: a large school twice over.
  imported: { hits: 10_000, seconds: WINDOW_SECONDS },
  // A whole class may have forgotten over the summer.
  forgot: { hits: 300, seconds: WINDOW_SECONDS },
  // Counted per address that mail is asked for: nobody fills somebody else's mailbox.
  mailTo: { hits: 5, seconds: WINDOW_SECONDS },
  // Tokens of mailed links cannot be guessed; this keeps whoever tries from costing anything.
  link: { hits: 1000, seconds: WINDOW_SECONDS },
  // Nor can those of share pages. A parents' evening opens many from one address.
  shared: { hits: 1000, seconds: WINDOW_SECONDS },
  // Counted per user: far more than anybody shares in an hour.
  sharePage: { hits: 100, seconds: WINDOW_SECONDS },
  // Counted per teacher: a whole year group at once, and no more.
  invitation: { hits: 500, seconds: WINDOW_SECONDS },
  // Counted per teacher: far more than anybody sets in an hour.
  setWork: { hits: 200, seconds: WINDOW_SECONDS },
  // Counted per user: a word for every student of a year group, and no more.
  word: { hits: 500, seconds: WINDOW_SECONDS },
  // A whole school may open its invitations in one lesson.
  invited: { hits: 1000, seconds: WINDOW_SECONDS },
  // A few for everybody in a large school, on one morning.
  signIn: { hits: 6000, seconds: WINDOW_SECONDS },
} as const;

/**
 * Five guesses are free, then the wait doubles from one second. It is short enough that nobody can use it to keep
 * somebody else out for long, and long enough that guessing gets nowhere.
 */
const GUESSES = { free: 5, forgetSeconds: 900, longestSeconds: 60 };

/**
 * Wrong passwords from networks where the account's right one has not been given before. An account's budget is more
 * than the guesses above allow one network in an hour: nobody uses it up alone. A network's budget allows a typo for
 * everybody in a large school, on the one morning when nobody there is known yet.
 */
const BUDGETS = {
  account: { hits: 100, seconds: WINDOW_SECONDS },
  network: { hits: 1000, seconds: WINDOW_SECONDS },
} as const;

/** Networks where an account's right password was given, and how many of them are remembered. */
const KNOWN_NETWORKS = { ...RETENTION.known_network, most: 20 };

type Limit = keyof typeof LIMITS;

/** The account whose password is guessed; an unknown login is counted alike, so that it cannot be told apart. */
export type Subject = { userId: number } | { login: string } | 'platform admin';

export interface Throttle {
  /** Throws 429 when this address, or the user named instead, did this too often; `times` of it at once count as many. */
  hit(limit: Limit, address: string, times?: number): Promise<void>;
  /** Call before a password is checked; throws 429 while this account and address have to wait. */
  guess(subject: Subject, address: string): Promise<void>;
  /**
   * Throws 429 while this account and address have to wait. Counts nothing; returns whether `trust` would matter.
   */
  wait(subject: Subject, address: string): Promise<boolean>;
  /** The password was wrong: takes from the account's and the network's budget, unless the network is known. */
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

/** A full disk must not keep anybody from reading. */
const ifWritable = async (count: () => Promise<void>): Promise<void> => {
  try {
    await count();
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
};

/** Stored in the database, so that several servers count together. */
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
  const hit: Throttle['hit'] = async (limit, address, times = 1) =>
    refuseFor(await countHit(db, hashOf('hit', limit, networkOf(address)), LIMITS[limit], times));
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
