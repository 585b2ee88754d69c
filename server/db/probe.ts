import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import pg from 'pg';

/** What can be done with the database: everything, only reading, or nothing. */
export type DatabaseState = 'writable' | 'read-only' | 'away';
/** It answers, and cannot be told yet whether it commits; or it lets us ask nothing now, as when it has no connection left. */
type Unsure = 'unsure' | 'refused';

const ANSWER_WITHIN_MS = 700;
/** A commit that only waits for a disk or a processor is slow; one that waits for a standby may wait for ever. */
const COMMIT_WITHIN_MS = 500;
const SLOW_COMMIT_WITHIN_MS = 5000;
/** Its connection may have died unseen. */
const RENEW_COMMIT_AFTER_MS = 10_000;

/** What is asked by nobody's call begins like this, in the log of the database too. */
export const PROBE_MARK = '/* probe */';
const IS_READ_ONLY = `${PROBE_MARK} select current_setting('transaction_read_only') = 'on' as is`;
/** Writes to the log of the database, and to no table: enough for its commit to wait as any other. */
const write = (id: string) => `${PROBE_MARK} select pg_logical_emit_message(true, 'tickmark', '${id}')`;
/** Behind a pooler nobody knows the number of a session, and one that has done this rests, for whoever is next. */
const sessionOf = (text: string) =>
  `from pg_stat_activity where query = ${pg.escapeLiteral(text)} and state = 'active' and pid <> pg_backend_pid()`;
const waitsForStandby = (text: string) =>
  `${PROBE_MARK} select wait_event is not distinct from 'SyncRep' as is ${sessionOf(text)}`;
/** PostgreSQL keeps the beginning of a long one. */
const isHeldUp = (text: string) =>
  `${PROBE_MARK} select exists(select from pg_stat_activity where wait_event = 'SyncRep'
     and left(query, 500) = left(${pg.escapeLiteral(text)}, 500)) as is`;
const endSession = (text: string) =>
  `${PROBE_MARK} select pg_terminate_backend(pid) as is ${sessionOf(text)}`;

export const silence = () => Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' });

/** As the pool itself does it: `end` would first say goodbye, and wait. */
export const drop = (client: pg.ClientBase): void => {
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy(silence());
};

const LATE = Symbol('late');

/** One that arrived while we were busy with something else counts as in time. */
const within = async <T>(ms: number, answer: Promise<T>): Promise<T | typeof LATE> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => setImmediate(() => resolve(LATE)), ms);
  });
  // It may fail after we have stopped waiting for it.
  answer.catch(() => {});
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** A connection that is opened when first needed, and then kept. */
const createLine = (connection: pg.ClientConfig, answerWithinMs: number) => {
  let kept: pg.Client | undefined;
  let isEnded = false;

  const open = async (): Promise<pg.Client> => {
    if (isEnded) throw silence();
    // It may rest for long, and routers forget what rests.
    const client = new pg.Client({
      ...connection,
      connectionTimeoutMillis: answerWithinMs,
      keepAlive: true,
    });
    client.on('error', () => {});
    client.on('end', () => {
      if (kept === client) kept = undefined;
    });
    kept = client;
    return client.connect();
  };

  const close = (): void => {
    if (kept) drop(kept);
    kept = undefined;
  };

  return {
    ask: async (text: string): Promise<{ is: unknown } | undefined> =>
      (await (kept ?? (await open())).query<{ is: unknown }>(text)).rows[0],
    drop: close,
    end: () => {
      isEnded = true;
      close();
    },
  };
};

const hasCode = (error: unknown, code: RegExp): boolean =>
  error instanceof pg.DatabaseError && code.test(error.code ?? '');

/** It takes no change, or has no room for one. */
const TAKES_NONE = /^(25006|55000|53100)$/;
/** It stops or starts; or it is a pooler that speaks, because it has nobody behind it. */
const IN_BETWEEN = /^(57P|08)/;
/** The pooler itself has too many clients: those that it has are served. */
const FULL = /no more connections|client connections exceeded/;

/** A refusal is an answer too. */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (!hasCode(error, IN_BETWEEN) || FULL.test(error.message));

/** A change of which nobody knows yet whether it is committed. */
interface Change {
  text: string;
  since: number;
  committed: Promise<unknown>;
}
/** Its connection was given back: only the database still knows of it. */
type Left = Omit<Change, 'committed'>;

/** Connections of its own that find out what can be done with the database. */
export const createProbe = (
  connection: pg.ClientConfig,
  {
    answerWithinMs = ANSWER_WITHIN_MS,
    checksCommits = true,
    /** Behind a pooler, whose connections are few. */
    isPooled = false,
  } = {},
) => {
  const questions = createLine(connection, answerWithinMs);
  const changes = createLine(connection, answerWithinMs);
  let underWay: Change | undefined;
  let left: Left | undefined;
  let patienceMs = answerWithinMs;

  const ask = async (text: string): Promise<unknown> => {
    const row = await within(patienceMs, questions.ask(text));
    if (row === LATE) throw silence();
    return row?.is;
  };

  const begin = (): Change => {
    const text = write(randomUUID());
    return { text, since: performance.now(), committed: changes.ask(text) };
  };

  const forget = (): void => {
    changes.drop();
    underWay = undefined;
    left = undefined;
  };

  /** It goes on without us, if it goes on. */
  const leave = (): void => {
    left ??= underWay;
    changes.drop();
    underWay = undefined;
  };

  /** Where a change is that has not come back: it waits for a standby, for something else, or it never arrived. */
  const judge = async ({ text, since }: Left): Promise<'writable' | 'read-only' | 'unsure'> => {
    const isWaiting = await ask(waitsForStandby(text));
    if (isWaiting === undefined) {
      const isCommitted = underWay && (await within(0, underWay.committed).catch(() => LATE)) !== LATE;
      if (isCommitted) {
        underWay = undefined;
        return 'writable';
      }
      // Its connection had died unseen, or nobody saw it end. The next look begins anew.
      forget();
      return 'unsure';
    }
    // The pooler has a connection more for those who read.
    if (isWaiting && isPooled) leave();
    return isWaiting || performance.now() - since > SLOW_COMMIT_WITHIN_MS ? 'read-only' : 'unsure';
  };

  const tryToCommit = async (): Promise<DatabaseState | Unsure> => {
    if (left) {
      const judged = await judge(left);
      if (left) return judged;
    }
    if (underWay && performance.now() - underWay.since > RENEW_COMMIT_AFTER_MS) {
      const { text } = underWay;
      forget();
      // It would not notice that nobody waits for it any more.
      await ask(endSession(text));
    }
    // While one waits there is never a second one.
    underWay ??= begin();
    try {
      if ((await within(COMMIT_WITHIN_MS, underWay.committed)) !== LATE) {
        underWay = undefined;
        return 'writable';
      }
    } catch (error) {
      forget();
      if (hasCode(error, TAKES_NONE)) return 'read-only';
      return isRefusal(error) ? 'refused' : 'unsure';
    }
    return judge(underWay);
  };

  return {
    /** In haste it takes silence for an answer in half the time. */
    look: async (isHasty = false): Promise<DatabaseState | Unsure> => {
      patienceMs = isHasty ? answerWithinMs / 2 : answerWithinMs;
      try {
        if (await ask(IS_READ_ONLY)) {
          // After a failover the address may lead to another server.
          questions.drop();
          return 'read-only';
        }
        return checksCommits ? await tryToCommit() : 'writable';
      } catch (error) {
        questions.drop();
        if (isRefusal(error)) return 'refused';
        // Whatever went to the same place will not come back.
        leave();
        return 'away';
      }
    },
    /** Whether something of this text waits for a standby, to be committed. */
    waitsForStandby: async (text: string): Promise<boolean> => (await ask(isHeldUp(text))) === true,
    /** Asks from now on over new connections: a setting may have changed for these. */
    renew: (): void => {
      questions.drop();
      if (!underWay) changes.drop();
    },
    /** Does not wait for a goodbye: there may be nobody to say it to. */
    end: (): void => {
      questions.end();
      changes.end();
    },
  };
};
