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
  /** Many, in turn with the others' hashes; undefined when it turned out that they are wanted no longer. */
  hashAll(passwords: readonly string[], areWanted: () => boolean): Promise<string[] | undefined>;
  /** False for an unknown user (no hash), after the same work. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/**
 * Hashing runs on the threads that file access needs too, and takes a core for as long as it lasts: only so many at
 * once, one core left free, and beyond a short queue the caller is told to come back. Many at once (an import) wait in
 * a line of their own, and the two lines are served in turn: neither keeps the other waiting for longer than twice
 * its own time.
 */
export const createPasswords = ({
  concurrency = Math.max(1, Math.min(3, availableParallelism() - 1)),
  maxWaiting = 100,
  maxBatches = 2,
} = {}): Passwords => {
  const lines: Record<'single' | 'many', (() => void)[]> = { single: [], many: [] };
  let lastServed: keyof typeof lines = 'many';
  let running = 0;
  let batches = 0;

  const takeNext = (): (() => void) | undefined => {
    const other = lastServed === 'many' ? 'single' : 'many';
    const line = lines[other].length > 0 ? other : lastServed;
    lastServed = line;
    return lines[line].shift();
  };

  const inTurn = async <T>(line: keyof typeof lines, work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (line === 'single' && lines.single.length >= maxWaiting) throw unavailable();
      // Whoever finishes hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => lines[line].push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = takeNext();
      if (next) next();
      else running -= 1;
    }
  };

  const hashAll: Passwords['hashAll'] = async (passwords, areWanted) => {
    if (batches >= maxBatches) throw unavailable();
    batches += 1;
    const hashes: string[] = [];
    let next = 0;
    const work = async () => {
      while (next < passwords.length && areWanted()) {
        const index = next;
        next += 1;
        hashes[index] = await inTurn('many', () => hash(typed(passwords[index] ?? ''), COST));
      }
    };
    try {
      await Promise.all(Array.from({ length: concurrency }, work));
    } finally {
      batches -= 1;
    }
    return areWanted() ? hashes : undefined;
  };

  return {
    hash: (password) => inTurn('single', () => hash(typed(password), COST)),
    hashAll,
    verify: (passwordHash, password) =>
      inTurn(
        'single',
        async () =>
          (await verify(passwordHash ?? NOBODYS_HASH, typed(password))) && passwordHash !== undefined,
      ),
  };
};
