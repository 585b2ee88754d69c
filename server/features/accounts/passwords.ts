import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../../http/errors.ts';

const ARGON2ID = 2;
/** OWASP's first recommendation. */
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of a password that nobody has: checked when the user is unknown, so that both answers take the same time. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$JNiy39jodgQ0+dITath/7w$aVdBtkh9r6myyzXZpIkBjDEB2N0sgRmIm7z2KHuTBdQ';

/** Keyboards compose accents differently; the same password typed on a phone and on a laptop is the same. */
const typed = (password: string): string => password.normalize('NFKC');

export interface Passwords {
  hash(password: string): Promise<string>;
  /** False for an unknown user (no hash), after the same work. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/**
 * Hashing runs on the threads that file access needs too, and takes a core for as long as it lasts: only so many at
 * once, one core left free, and beyond a short queue the caller is told to come back.
 */
export const createPasswords = ({
  concurrency = Math.max(1, Math.min(3, availableParallelism() - 1)),
  maxWaiting = 100,
} = {}): Passwords => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) throw unavailable();
      // Whoever finishes hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };

  return {
    hash: (password) => inTurn(() => hash(typed(password), COST)),
    verify: (passwordHash, password) =>
      inTurn(
        async () =>
          (await verify(passwordHash ?? NOBODYS_HASH, typed(password))) && passwordHash !== undefined,
      ),
  };
};
