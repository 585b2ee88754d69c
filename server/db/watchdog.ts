import type { Duplex } from 'node:stream';
import pg from 'pg';

/** Together less than the two seconds within which a caller gets an answer. */
const LOOK_EVERY_MS = 100;
const WAITED_MS = 500;
const ANSWER_WITHIN_MS = 700;

const silence = () => Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' });

/** As the pool itself does it: `end` would first say goodbye, and wait. */
const drop = (client: pg.ClientBase): void => {
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy(silence());
};

/** A connection of its own that checks whether the database answers. Opened when first needed, and then kept. */
const createProbe = (connection: pg.ClientConfig, answerWithinMs: number) => {
  let kept: pg.Client | undefined;

  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: answerWithinMs });
    client.on('error', () => {});
    client.on('end', () => {
      if (kept === client) kept = undefined;
    });
    kept = client;
    return client.connect();
  };

  return {
    answers: async (): Promise<boolean> => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        // An answer that arrived while we were busy with something else counts as in time.
        timer = setTimeout(() => setImmediate(() => reject(silence())), answerWithinMs);
      });
      const asking = (async () => (kept ?? (await open())).query('select'))();
      // It may fail after we have stopped waiting for it.
      asking.catch(() => {});
      try {
        await Promise.race([asking, late]);
        return true;
      } catch (error) {
        if (kept) drop(kept);
        kept = undefined;
        // A refusal is an answer too, unless it says that it is starting or stopping.
        return error instanceof pg.DatabaseError && !error.code?.startsWith('57P');
      } finally {
        clearTimeout(timer);
      }
    },
    end: async () => kept?.end(),
  };
};

export interface Watch {
  /** Runs a query, or fails as soon as it is known that nobody will answer. */
  asking<T>(question: () => Promise<T>): Promise<T>;
  /** The same for a wait whose end says nothing about the database. */
  waiting<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/**
 * A database that disappears without a word (a cable, a host, a pooler that waits for it) leaves its connections open,
 * and queries over them wait for their whole timeout. So when something waits long, and nothing else was answered
 * meanwhile, another connection checks. Without an answer to that either, all connections are given up and their
 * callers told; until it answers again, nobody is kept waiting. A database that is only slow still answers something.
 */
export const watchDatabase = (
  pool: pg.Pool,
  connection: pg.ClientConfig,
  { answerWithinMs = ANSWER_WITHIN_MS } = {},
): Watch => {
  const probe = createProbe(connection, answerWithinMs);
  const connections = new Set<pg.PoolClient>();
  pool.on('connect', (client) => connections.add(client));
  pool.on('remove', (client) => connections.delete(client));
  /** Since when each waits, the longest first. */
  const waits = new Set<{ since: number }>();
  let answeredAt = 0;
  let isSilent = false;
  let isAsking = false;

  const look = async () => {
    const [longest] = waits;
    const now = performance.now();
    const isLong = longest !== undefined && now - Math.max(longest.since, answeredAt) >= WAITED_MS;
    if (isAsking || !(isSilent || isLong)) return;
    isAsking = true;
    isSilent = !(await probe.answers()) && answeredAt < now;
    isAsking = false;
    if (isSilent) for (const client of connections) drop(client);
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();

  const waiting: Watch['waiting'] = async (work) => {
    if (isSilent) throw silence();
    const wait = { since: performance.now() };
    waits.add(wait);
    try {
      return await work();
    } finally {
      waits.delete(wait);
    }
  };

  return {
    waiting,
    asking: (question) =>
      waiting(async () => {
        try {
          const answer = await question();
          answeredAt = performance.now();
          return answer;
        } catch (error) {
          if (error instanceof pg.DatabaseError) answeredAt = performance.now();
          throw error;
        }
      }),
    stop: async () => {
      clearInterval(timer);
      await probe.end();
    },
  };
};
