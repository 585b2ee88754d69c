import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { tooMany } from './errors.ts';
import { countGuess, countHit, forgetGuesses } from './throttle.queries.ts';

/** So many in so long, counted per address (uploads per user). Generous: a whole school shares one address. */
const LIMITS = {
  login: { hits: 600, seconds: 600 },
  register: { hits: 300, seconds: 3600 },
  feedback: { hits: 30, seconds: 3600 },
  upload: { hits: 200, seconds: 3600 },
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
  /** Throws 429 when this address did this too often. */
  hit(limit: Limit, address: string): Promise<void>;
  /** To be called before a password is checked; throws 429 while this subject and address have to wait. */
  guess(subject: string, address: string): Promise<void>;
  /** The password was right: earlier guesses no longer count. */
  forget(subject: string, address: string): Promise<void>;
}

const keyOf = (...parts: string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

/** Kept in the database, so that several servers count together. */
export const createThrottle = (db: Database, enabled: boolean): Throttle => {
  if (!enabled) {
    const nothing = async () => {};
    return { hit: nothing, guess: nothing, forget: nothing };
  }
  return {
    hit: async (limit, address) => {
      const { hits, seconds: window } = LIMITS[limit];
      const { count, seconds } = await countHit(db, keyOf('hit', limit, address), window);
      if (count > hits) throw tooMany(Math.max(1, Math.ceil(seconds)));
    },
    guess: async (subject, address) => {
      const seconds = await countGuess(db, keyOf('guess', subject, address), GUESSES);
      if (seconds > 0) throw tooMany(Math.max(1, Math.ceil(seconds)));
    },
    forget: async (subject, address) => {
      await forgetGuesses(db, keyOf('guess', subject, address));
    },
  };
};
