import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../../http/errors.ts';
import { networkOf } from '../../http/network.ts';

const ARGON2ID = 2;
/** OWASP's first recommendation. */
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The hash of a password that nobody has: checked when the user is unknown, so that both answers take the same time. Also
 * that of accounts without a password.
 */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$JNiy39jodgQ0+dITath/7w$aVdBtkh9r6myyzXZpIkBjDEB2N0sgRmIm7z2KHuTBdQ';

/** Keyboards compose accents differently; the same password typed on a phone and on a laptop must match. */
const typed = (password: string): string => password.normalize('NFKC');

/** Which queue it waits in: requests from one address share a queue. */
interface Turn {
  address: string;
  /** Runs when its turn has come, before the hash. */
  first?: () => Promise<void>;
}

export interface Passwords {
  hash(password: string, turn?: Turn): Promise<string>;
  /** Hashes many, in turn with those of other schools; undefined when they turn out not to be needed any more. */
  hashAll(
    passwords: readonly string[],
    { schoolId, areWanted }: { schoolId: number; areWanted: () => boolean },
  ): Promise<string[] | undefined>;
  /** Other work that anybody may ask for, in turn with the hashes: a rush for it costs no more than one for logins. */
  inTurn<T>(work: () => Promise<T>, turn: Turn): Promise<T>;
  /** False for an unknown user (no hash), after the same work. */
  verify(passwordHash: string | undefined, password: string, turn?: Turn): Promise<boolean>;
}

/** For passwords that the platform admin's work needs. */
const OURS: Turn = { address: 'platform admin' };

interface Waiting {
  start: () => void;
  refuse: (error: Error) => void;
}

/** One queue per address, served in turn: a flood from one address makes only that one wait. */
const createLines = (maxWaiting: number) => {
  const lines = new Map<string, Waiting[]>();
  let waiting = 0;

  /** Drops the newest entry of the longest queue, unless that is the caller's own. */
  const makeRoom = (own: number): void => {
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
    if (longest.length <= own + 1) throw unavailable();
    longest.pop()?.refuse(unavailable());
    waiting -= 1;
  };

  return {
    join: (address: string): Promise<void> => {
      const line = lines.get(address) ?? [];
      if (waiting >= maxWaiting) makeRoom(line.length);
      waiting += 1;
      lines.set(address, line);
      return new Promise((start, refuse) => line.push({ start, refuse }));
    },
    next: (): Waiting | undefined => {
      const [address, line] = lines.entries().next().value ?? ['', []];
      const first = line.shift();
      if (!first) return undefined;
      waiting -= 1;
      lines.delete(address);
      if (line.length > 0) lines.set(address, line);
      return first;
    },
  };
};

/**
 * Hashing runs on the threads that file access needs too, and keeps a core busy: only this many run at once, one core
 * stays free, and beyond a maximum queue length callers are told to come back. Bulk work (an import) waits in queues
 * of its own, one for each school, and is served in turn with single hashes: neither makes the other wait longer than
 * twice its own time.
 */
export const createPasswords = ({
  concurrency = Math.max(1, Math.min(3, availableParallelism() - 1)),
  maxWaiting = 100,
  maxBatches = 2,
  maxSchools = 50,
} = {}): Passwords => {
  const lines = { single: createLines(maxWaiting), many: createLines(Infinity) };
  let lastServed: keyof typeof lines = 'many';
  let running = 0;
  /** How many each school waits for. */
  const batches = new Map<number, number>();

  const takeNext = (): Waiting | undefined => {
    const last = lastServed;
    lastServed = last === 'many' ? 'single' : 'many';
    const next = lines[lastServed].next();
    if (next) return next;
    lastServed = last;
    return lines[last].next();
  };

  const inTurn = async <T>(
    kind: keyof typeof lines,
    { line, first }: { line: string; first?: Turn['first'] },
    work: () => Promise<T>,
  ): Promise<T> => {
    // A job that finishes passes its slot on, so `running` does not change.
    if (running >= concurrency) await lines[kind].join(line);
    else running += 1;
    try {
      await first?.();
      return await work();
    } finally {
      const next = takeNext();
      if (next) next.start();
      else running -= 1;
    }
  };

  const single = <T>({ address, first }: Turn, work: () => Promise<T>): Promise<T> =>
    inTurn('single', { line: networkOf(address), first }, work);

  const hashAll: Passwords['hashAll'] = async (passwords, { schoolId, areWanted }) => {
    const others = batches.get(schoolId) ?? 0;
    if (others >= maxBatches || (others === 0 && batches.size >= maxSchools)) throw unavailable();
    batches.set(schoolId, others + 1);
    const line = { line: `school ${schoolId}` };
    const hashes: string[] = [];
    let next = 0;
    const work = async () => {
      while (next < passwords.length && areWanted()) {
        const index = next;
        next += 1;
        hashes[index] = await inTurn('many', line, () => hash(typed(passwords[index] ?? ''), COST));
      }
    };
    try {
      await Promise.all(Array.from({ length: concurrency }, work));
    } finally {
      const left = (batches.get(schoolId) ?? 1) - 1;
      if (left > 0) batches.set(schoolId, left);
      else batches.delete(schoolId);
    }
    return areWanted() ? hashes : undefined;
  };

  return {
    hash: (password, turn = OURS) => single(turn, () => hash(typed(password), COST)),
    hashAll,
    inTurn: (work, turn) => single(turn, work),
    verify: (passwordHash, password, turn = OURS) =>
      single(
        turn,
        async () =>
          (await verify(passwordHash ?? NOBODYS_HASH, typed(password))) && passwordHash !== undefined,
      ),
  };
};
