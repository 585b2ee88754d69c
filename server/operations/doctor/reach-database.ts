import { DatabaseError } from 'pg';
import type { Settings } from '../../config.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { findCluster } from '../../db/embedded/cluster.ts';
import { findEmbedded } from '../../db/embedded/embedded.ts';
import { OF_A_SERVER } from './connections.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { connectionFault, type Place, reasonOf } from './words.ts';

const { warning, wrong } = findingsAbout('database');

const ANSWER_WITHIN_MS = 10_000;

/** The embedded database is only looked into while a server runs it: a start of our own would change it. */
export const openForDoctor = async (
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<Database | Finding> => {
  const { databaseUrl, dataDir } = settings;
  try {
    const connection = databaseUrl ? { connectionString: databaseUrl } : await findEmbedded(dataDir);
    if (connection) return openDatabase(connection, () => {}, 2, { answerWithinMs: ANSWER_WITHIN_MS });
    return (await findCluster(dataDir))
      ? wrong(
          `The embedded database in ${dataDir} is not running, or is still starting, so it was not looked into.`,
          'Start the server, or wait until it is ready, and run this again. If it does not start, its last line says why.',
        )
      : warning(
          `There is no database in ${dataDir} yet.`,
          'Is DATA_DIR the one of the server? The first start makes the database.',
        );
  } catch (error) {
    return explainDatabase(error, settings);
  }
};

/** Of PostgreSQL's codes for a connection that it refuses. */
const REFUSALS: Record<string, [found: string, advice: string]> = {
  '28P01': [
    'The database refuses the password in DATABASE_URL.',
    'Correct the password there. In an address @ is written as %40, / as %2F and % as %25.',
  ],
  '28000': [
    'The database does not let this user in from this machine.',
    'Look at the user in DATABASE_URL and at pg_hba.conf on the database server; it may ask for TLS (?sslmode=verify-full at the end of DATABASE_URL).',
  ],
  '3D000': [
    'The database server has no database of the name in DATABASE_URL.',
    'Correct the name, or make it: createdb --owner=USER --encoding=UTF8 NAME.',
  ],
  '53300': [
    'The database has no connection left.',
    `Each server holds at most ${OF_A_SERVER}. Raise max_connections, end what holds the others, or use a pooler.`,
  ],
  '57P03': [
    'The database is starting, recovering or stopping.',
    'Wait a minute and run this again; the log of PostgreSQL says how far it is.',
  ],
};

const placeOf = (databaseUrl: string | undefined): Place => {
  const named = { what: 'PostgreSQL', setting: databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL' };
  if (databaseUrl === undefined)
    return { ...named, host: 'this machine', place: 'the socket of the embedded database' };
  if (!URL.canParse(databaseUrl))
    return { ...named, host: 'the database', place: 'the address in DATABASE_URL' };
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  return { ...named, host, place: `${host}:${(searchParams.get('port') ?? port) || '5432'}` };
};

/** Why it cannot be asked. */
export const explainDatabase = (error: unknown, { databaseUrl }: Pick<Settings, 'databaseUrl'>): Finding => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof DatabaseError) {
    const [found, advice] = REFUSALS[cause.code ?? ''] ?? [
      'The database refuses to answer.',
      'Its own words say why.',
    ];
    return wrong(`${found} It says: ${cause.message}.`, advice);
  }
  const fault = connectionFault(cause, placeOf(databaseUrl));
  if (fault) return wrong(`The database cannot be reached: ${fault.found}.`, fault.advice);
  const reason = reasonOf(cause);
  if (/terminated unexpectedly/.test(reason))
    return wrong(
      `The database cannot be reached: ${placeOf(databaseUrl).place} takes the connection and breaks it off.`,
      'It is a proxy or a pooler whose database is away, or no PostgreSQL at all. See what listens there.',
    );
  if (/timeout|does not answer/i.test(reason))
    return wrong(
      `The database cannot be reached: ${placeOf(databaseUrl).place} does not answer.`,
      'See whether that machine is up, and whether a firewall between it and this one lets us through.',
    );
  if (/does not support SSL/.test(reason))
    return wrong(
      'DATABASE_URL asks for TLS, and the database does not offer it.',
      'Turn ssl on there, or remove sslmode from DATABASE_URL if nobody else is on the way.',
    );
  return wrong(`The database cannot be asked: ${reason}.`, 'See whether DATABASE_URL or DATA_DIR is right.');
};
