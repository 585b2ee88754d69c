import { createHash } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { NotFoundError, UnavailableError } from '../errors.ts';
import type { DatabaseState } from './probe.ts';
import { watchDatabase } from './watchdog.ts';

/** A prepared statement and the shape of its rows. Only `*.queries.ts` make them. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly rows: z.ZodType<Row[]>;
}

const nameOf = (text: string): string => `s${createHash('sha256').update(text).digest('hex').slice(0, 20)}`;

/** A statement that returns rows. */
export const statement = <Row extends z.ZodType>(row: Row, text: string): Statement<z.output<Row>> => ({
  name: nameOf(text),
  text,
  rows: z.array(row),
});

/** A statement that is run for its effect. */
export const command = (text: string): Statement<never> => statement(z.never(), text);

export interface Queries {
  list<Row>(what: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
  find<Row>(what: Statement<Row>, values?: readonly unknown[]): Promise<Row | undefined>;
  /** Throws NotFoundError for what is absent, and for what is somebody else's. */
  get<Row>(what: Statement<Row>, values?: readonly unknown[]): Promise<Row>;
  /** Returns how many rows were changed. */
  run(what: Statement<never>, values?: readonly unknown[]): Promise<number>;
  /** Several statements in one text, without values, as in a migration. May take its time. */
  script(text: string): Promise<void>;
}

export interface Database extends Queries {
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  poolState(): { total: number; idle: number; waiting: number };
  /** What can be done with it; found out anew when that is more than two seconds ago. */
  state(): Promise<DatabaseState>;
  close(): Promise<void>;
}

// PostgreSQL sends these as text: a count fits a number, and a time stays ISO text without a Date in between.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());

const READ_ONLY = '25006';
const LOCK_TIMEOUT = '55P03';
const DISK_FULL = '53100';

/** The database takes no change now. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === READ_ONLY || error.code === DISK_FULL);

const CONNECTION_FAULTS = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  READ_ONLY,
  DISK_FULL,
  '53300', // too many connections
  '57014', // statement timeout
  '57P01', // shut down by the administrator
  '57P02', // crash of another backend
  '57P03', // starting up
]);

/** The database is down, or cannot take a write: not the caller's fault, and worth another try. */
const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    CONNECTION_FAULTS.has(code) ||
    code.startsWith('08') ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered/.test(
      error.message,
    )
  );
};

const ATTEMPTS = 3;

/** Retries a transaction that PostgreSQL aborted because of a conflict with another one. */
const retried = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      const isFault =
        error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
      if (!isFault) throw error;
      if (left === 0) throw new UnavailableError(error);
    }
  }
};

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  'constraint' in error &&
  error.constraint === constraint;

const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_TIMEOUT;

/** The database is up, but cannot take a write now. */
export const isUnwritable = (error: unknown): boolean =>
  error instanceof UnavailableError && (isRefusal(error.cause) || isLockTimeout(error.cause));

/**
 * A row refers to one that was deleted at the same moment: an account that its owner, or an admin, has just deleted.
 */
const isAboutTheGone = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23503' &&
  'detail' in error &&
  String(error.detail).includes('is not present in table');

const translated = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isAway(error)) throw new UnavailableError(error);
    if (isAboutTheGone(error)) throw new NotFoundError({ cause: error });
    throw error;
  }
};

const A_DAY_MS = 86_400_000;

/** Sends one statement. */
type Send = (what: Statement<unknown>, values: readonly unknown[]) => Promise<pg.QueryResult>;

const queriesBy = (send: Send, script: Queries['script']): Queries => {
  const list = async <Row>(what: Statement<Row>, values: readonly unknown[] = []) =>
    what.rows.parse((await send(what, values)).rows);
  const find = async <Row>(what: Statement<Row>, values?: readonly unknown[]) =>
    (await list(what, values))[0];
  return {
    list,
    find,
    get: async (what, values) => {
      const row = await find(what, values);
      if (row === undefined) throw new NotFoundError();
      return row;
    },
    run: async (what, values = []) => (await send(what, values)).rowCount ?? 0,
    script,
  };
};

/** A connection, for as long as somebody needs it. */
interface Lent {
  ask: (question: string | pg.QueryConfig) => Promise<pg.QueryResult>;
  /** Nothing can be written now. */
  isReadOnly: boolean;
  isBroken: () => boolean;
  script: Queries['script'];
}

/** May take its time. */
const runScript = (client: pg.Pool | pg.PoolClient) => async (text: string) => {
  await translated(() => client.query({ text, query_timeout: A_DAY_MS } as pg.QueryConfig));
};

const TIMEOUTS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 15_000 };

/**
 * Behind a pooler that assigns connections per transaction, nothing may be kept on a connection: no named statements,
 * no settings. The URL says so with `?pgbouncer=true`.
 */
const isPooled = ({ connectionString }: pg.PoolConfig): boolean =>
  /[?&]pgbouncer=true(&|$)/.test(connectionString ?? '');

/**
 * A change that waits to be committed keeps its locks. Who wants one while nothing can be written would change something,
 * so he is refused without waiting for it.
 */
const SET_LOCK_TIMEOUT = `set local lock_timeout = '10ms'`;
const SET_TIMEOUTS = Object.entries(TIMEOUTS).map(([name, ms]) => `set local ${name} = ${ms}`);

export const openDatabase = (
  connection: pg.PoolConfig,
  onError: (error: Error) => void,
  poolSize = 10,
  {
    /** For work that somebody starts by hand and waits for: no statement timeout. */
    isPatient = false,
    /** How long the database may say nothing before it is taken to be away. */
    answerWithinMs,
    onChange,
    onStandbyWait,
  }: {
    isPatient?: boolean;
    answerWithinMs?: number;
    onChange?: (state: DatabaseState) => void;
    /** Called once, if a change is made and its commit goes on waiting for a standby. */
    onStandbyWait?: () => void;
  } = {},
): Database => {
  const pooled = isPooled(connection);
  let isClosing = false;
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    types,
    // When the database is down, a caller must be told within two seconds.
    connectionTimeoutMillis: answerWithinMs ?? 1500,
    query_timeout: isPatient ? 0 : 15_000,
    ...(!pooled && !isPatient && TIMEOUTS),
    application_name: 'tickmark',
  });
  // Without a listener, a broken idle connection ends the process.
  pool.on('error', (error) => {
    // A connection that the database ends while we close is no fault.
    if (!isClosing) onError(error);
  });
  const watch = watchDatabase(pool, connection, {
    // Somebody who waits for a long work waits for a standby, too.
    checksCommits: !isPatient,
    isPooled: pooled,
    ...(answerWithinMs && { answerWithinMs }),
    ...(onChange && { onChange }),
    ...(onStandbyWait && { onStandbyWait }),
  });

  const beginAs = (isReadOnly: boolean): string =>
    [
      ...(isReadOnly ? ['begin read only', SET_LOCK_TIMEOUT] : ['begin']),
      ...(pooled && !isPatient ? SET_TIMEOUTS : []),
    ].join('; ');
  const asked = (what: Statement<unknown>, values: readonly unknown[]): pg.QueryConfig => ({
    ...(!pooled && { name: what.name }),
    text: what.text,
    values: [...values],
  });

  /** A connection of the pool. One that broke does not go back. */
  const withClient = async <T>(work: (lent: Lent) => Promise<T>): Promise<T> => {
    const client = await translated(() => watch.waiting(() => pool.connect()));
    // Not before: what can be done may have changed while there was none.
    const isReadOnly = watch.isReadOnly();
    const mayWrite = !isReadOnly;
    let isBroken = false;
    // While a connection is checked out the pool does not listen, and an unhandled break ends the process.
    client.on('error', onError);
    const ask = async (question: string | pg.QueryConfig): Promise<pg.QueryResult> => {
      try {
        const text = typeof question === 'string' ? question : question.text;
        return await watch.noticing(text, () =>
          watch.asking({ client, mayWrite }, () => client.query(question)),
        );
      } catch (error) {
        const isRefused = mayWrite && isRefusal(error);
        if (isRefused) watch.doubt();
        // It leads to a server that was the primary until a moment ago, or that has no space.
        isBroken ||= isRefused || !(error instanceof pg.DatabaseError);
        if (isLockTimeout(error) && !mayWrite) throw new UnavailableError(error);
        throw error;
      }
    };
    try {
      return await work({
        ask: (question) => translated(() => ask(question)),
        isReadOnly,
        isBroken: () => isBroken,
        script: runScript(client),
      });
    } finally {
      client.off('error', onError);
      client.release(isBroken);
    }
  };

  /** While nothing can be written it says so to the database, which then refuses a change at once. */
  const inTransaction = async <T>(lent: Lent, work: (lent: Lent) => Promise<T>): Promise<T> => {
    try {
      await lent.ask(beginAs(lent.isReadOnly));
      const result = await work(lent);
      await lent.ask('commit');
      return result;
    } catch (error) {
      // Closing a connection rolls back, too.
      if (!lent.isBroken()) await lent.ask('rollback').catch(() => {});
      throw error;
    }
  };

  /** Outside a transaction a statement is one by itself. */
  const sendAlone: Send = (what, values) =>
    retried(() =>
      withClient((lent) => {
        const send = () => lent.ask(asked(what, values));
        return lent.isReadOnly ? inTransaction(lent, send) : send();
      }),
    );

  return {
    ...queriesBy(sendAlone, runScript(pool)),
    transaction: (work) =>
      retried(() =>
        withClient((lent) =>
          inTransaction(lent, ({ ask, script }) =>
            work(queriesBy((what, values) => ask(asked(what, values)), script)),
          ),
        ),
      ),
    poolState: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    state: () => watch.state(),
    close: async () => {
      isClosing = true;
      watch.stop();
      await pool.end();
    },
  };
};
