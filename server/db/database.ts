import { createHash } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { NotFoundError, UnavailableError } from '../errors.ts';
import { type Watch, watchDatabase } from './watchdog.ts';

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
  close(): Promise<void>;
}

// PostgreSQL sends these as text: a count fits a number, and a time stays ISO text without a Date in between.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());

const READ_ONLY = '25006';
const DISK_FULL = '53100';

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

/** The database is up, but cannot take a write now. */
export const isUnwritable = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && (cause.code === READ_ONLY || cause.code === DISK_FULL);
};

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

/** How a connection is used. */
interface Usage {
  watch: Watch;
  /** Whether statements keep their names, under which PostgreSQL caches them per connection. */
  isNamed: boolean;
}

const queriesOn = (client: pg.Pool | pg.PoolClient, { watch, isNamed }: Usage): Queries => {
  const query = (what: Statement<unknown>, values: readonly unknown[]) =>
    translated(() =>
      watch.asking(() =>
        client.query({ ...(isNamed && { name: what.name }), text: what.text, values: [...values] }),
      ),
    );
  // Outside a transaction a statement is one by itself.
  const execute: typeof query =
    client instanceof pg.Pool ? (what, values) => retried(() => query(what, values)) : query;
  const list = async <Row>(what: Statement<Row>, values: readonly unknown[] = []) =>
    what.rows.parse((await execute(what, values)).rows);
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
    run: async (what, values = []) => (await execute(what, values)).rowCount ?? 0,
    script: async (text) => {
      await translated(() => client.query({ text, query_timeout: A_DAY_MS } as pg.QueryConfig));
    },
  };
};

const TIMEOUTS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 15_000 };

/**
 * Behind a pooler that assigns connections per transaction, nothing may be kept on a connection: no named statements,
 * no settings. The URL says so with `?pgbouncer=true`.
 */
const isPooled = ({ connectionString }: pg.PoolConfig): boolean =>
  /[?&]pgbouncer=true(&|$)/.test(connectionString ?? '');

const BEGIN_POOLED = [
  'begin',
  ...Object.entries(TIMEOUTS).map(([name, ms]) => `set local ${name} = ${ms}`),
].join('; ');

export const openDatabase = (
  connection: pg.PoolConfig,
  onError: (error: Error) => void,
  poolSize = 10,
  {
    /** For work that somebody starts by hand and waits for: no statement timeout. */
    isPatient = false,
    /** How long the database may say nothing before it is taken to be away. */
    answerWithinMs,
  }: { isPatient?: boolean; answerWithinMs?: number } = {},
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
  const watch = watchDatabase(pool, connection, { ...(answerWithinMs && { answerWithinMs }) });
  const usage = { watch, isNamed: !pooled };
  const begin = pooled && !isPatient ? BEGIN_POOLED : 'begin';

  const attempt = async <T>(work: (tx: Queries) => Promise<T>): Promise<T> => {
    const client = await translated(() => watch.waiting(() => pool.connect()));
    let broken: Error | undefined;
    // While a connection is checked out the pool does not listen, and an unhandled break ends the process.
    client.on('error', onError);
    try {
      await translated(() => watch.asking(() => client.query(begin)));
      const result = await work(queriesOn(client, usage));
      await translated(() => watch.asking(() => client.query('commit')));
      return result;
    } catch (error) {
      await watch
        .asking(() => client.query('rollback'))
        .catch((fault: Error) => {
          broken = fault;
        });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  };

  return {
    ...queriesOn(pool, usage),
    transaction: (work) => retried(() => attempt(work)),
    poolState: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      isClosing = true;
      await watch.stop();
      await pool.end();
    },
  };
};
