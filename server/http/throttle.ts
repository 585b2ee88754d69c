import { createHash } from 'node:crypto';
import { type Database, isUnwritable } from '../db/database.ts';
import { tooMany } from './errors.ts';
import { networkOf } from './network.ts';
import { countGuess, countHit, findWait, forgetGuesses } from './throttle.queries.ts';

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

export type Limit = keyof typeof LIMITS;

export interface Throttle {
  /** Throws 429 when this address, or whoever else is named, did this too often. */
  hit(limit: Limit, address: string): Promise<void>;
  /** The same for what only reads, which goes on, uncounted, while nothing can be written. */
  hitReading(limit: Limit, address: string): Promise<void>;
  /** To be called before a password is checked; throws 429 while this subject and address have to wait. */
  guess(subject: string, address: string): Promise<void>;
  /** Throws 429 while this subject and address have to wait; counts nothing, and answers whether anything was counted. */
  wait(subject: string, address: string): Promise<boolean>;
  /** The password was right: earlier guesses no longer count. */
  forget(subject: string, address: string): Promise<void>;
}

const keyOf = (kind: 'hit' | 'guess', what: string, address: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([kind, what, networkOf(address)]))
    .digest();

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
    return { hit: nothing, hitReading: nothing, guess: nothing, wait: async () => false, forget: nothing };
  }
  const hit: Throttle['hit'] = async (limit, address) =>
    refuseFor(await countHit(db, keyOf('hit', limit, address), LIMITS[limit]));
  return {
    hit,
    hitReading: (limit, address) => ifWritable(() => hit(limit, address)),
    guess: async (subject, address) =>
      refuseFor(await countGuess(db, keyOf('guess', subject, address), GUESSES)),
    wait: async (subject, address) => {
      const seconds = await findWait(db, keyOf('guess', subject, address));
      refuseFor(seconds ?? 0);
      return seconds !== undefined;
    },
    forget: (subject, address) =>
      ifWritable(async () => {
        await forgetGuesses(db, keyOf('guess', subject, address));
      }),
  };
};
