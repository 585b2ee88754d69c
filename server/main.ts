import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from './app.ts';
import { readSettings, type Settings } from './config.ts';
import { closeContents, closeDataDir, closeFiles, openDataDir, PRIVATE_UMASK } from './data-dir.ts';
import { type Database, isUnwritable, openDatabase } from './db/database.ts';
import { openEmbedded } from './db/embedded/embedded.ts';
import { migrate } from './db/migrate.ts';
import type { DatabaseState } from './db/probe.ts';
import { UnavailableError } from './errors.ts';
import { explain } from './explain.ts';
import {
  generateAdminPassword,
  judgeAdminPassword,
  keepFirstAdminPassword,
} from './features/accounts/admin-password.ts';
import { startHousekeeping } from './housekeeping.ts';
import { prepareDraining } from './http/draining.ts';
import { readSite } from './http/pages.ts';
import { createLog } from './log.ts';
import { createSender } from './mail/sender.ts';
import { inProject } from './root.ts';
import { createSampler, kindOf } from './sampler.ts';
import { openStorage, workFolder } from './storage/open.ts';

/** Reads the settings, opens the database, migrates, listens; and stops in the reverse order when told to. */

const STOP_WITHIN_MS = 9000;
const DATABASE_PATIENCE_MS = 60_000;
/** The queue of new connections: a whole school arrives at the bell. The system may allow fewer. */
const BACKLOG = 4096;

const say = (text: string) => process.stdout.write(`${text}\n`);

const STATES: Record<DatabaseState, string> = {
  writable: 'the database commits writes again',
  'read-only': 'the database answers, and commits nothing: writes are refused',
  away: 'the database does not answer',
};

const describeAddress = ({ host, port }: Settings): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The database that the settings name: a server elsewhere, or the embedded one, which starts and stops with us. */
const openStore = async (
  settings: Settings,
  onFault: (error: Error) => void,
  onChange: (state: DatabaseState) => void,
  onLost: (error: Error) => void,
): Promise<{ db: Database; close(): Promise<void> }> => {
  if (settings.databaseUrl) {
    await openDataDir(settings.dataDir);
    await closeDataDir(settings.dataDir);
    const db = openDatabase({ connectionString: settings.databaseUrl }, onFault, undefined, {
      onChange,
    });
    return { db, close: () => db.close() };
  }
  const embedded = await openEmbedded({ dataDir: settings.dataDir, log: say, onLost });
  const db = openDatabase(embedded.connection, onFault, undefined, { onChange });
  return {
    db,
    close: async () => {
      await db.close();
      await embedded.stop();
    },
  };
};

/** What was done is done: the next try finds it. */
const COMMITS_NOTHING = 'it answers but commits nothing, as happens while the standby it waits for is gone';

/** A database elsewhere may start later than we do, or be failing over at this moment. */
const whenThere = async <T>(db: Database, work: () => Promise<T>): Promise<T> => {
  const deadline = performance.now() + DATABASE_PATIENCE_MS;
  for (let isTold = false; ; isTold = true) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      const cause = error.cause instanceof Error ? error.cause.message : 'no reason given';
      const commitsNothing = !isUnwritable(error) && (await db.state()) === 'read-only';
      const reason = commitsNothing ? COMMITS_NOTHING : cause;
      const trouble = isUnwritable(error) || commitsNothing ? 'cannot be written to' : 'does not answer';
      if (performance.now() > deadline)
        throw new Error(`The database ${trouble}: ${reason}`, { cause: error });
      if (!isTold) say(`The database ${trouble} (${reason}). Waiting for it.`);
      await delay(500);
    }
  }
};

/** All that a start has to write. */
const prepareDatabase = async (db: Database, settings: Settings): Promise<void> => {
  const onWait = () => say('The database is in use. It will be migrated as soon as it is free.');
  await whenThere(db, () => migrate(db, undefined, { onWait }));
  if (settings.adminPassword !== undefined) return;
  const password = generateAdminPassword();
  if (await whenThere(db, () => keepFirstAdminPassword(db, password)))
    say(
      `\n  Platform admin password: ${password}\n  It is shown only this once. Log in with it at /admin/login.\n`,
    );
};

const serve = async (): Promise<void> => {
  process.umask(PRIVATE_UMASK);
  const settings = readSettings(undefined, judgeAdminPassword);
  for (const warning of settings.warnings) say(`Warning: ${warning}`);
  const log = createLog(settings.logLevel);
  let stopping: Promise<void> | undefined;
  const isStopping = () => stopping !== undefined;
  let stop = async (code: number): Promise<void> => process.exit(code);

  const store = await openStore(
    settings,
    createSampler<Error>(
      (error, times) => log.warn({ err: error, times }, 'a database connection broke'),
      kindOf,
    ),
    (state) => log.warn(STATES[state]),
    (error) => {
      log.fatal({ err: error }, 'the database is lost');
      void stop(1);
    },
  );
  let stopWorking = async () => {};
  try {
    await closeFiles(settings.dataDir);
    await prepareDatabase(store.db, settings);
    const webFolder = inProject('dist', 'web');
    const storage = openStorage(settings);
    const sender = settings.mail && createSender(store.db, log, settings.mail);
    const app = await createApp({
      db: store.db,
      settings,
      log,
      storage,
      site: existsSync(join(webFolder, 'pages.json')) ? readSite(webFolder) : undefined,
      isStopping,
      ...(sender && { mailsSent: () => sender.sent() }),
    });
    const drain = prepareDraining(app.server);
    closeContents(settings.dataDir).catch((error: unknown) =>
      log.warn({ err: error }, 'files may be open to other users of this machine'),
    );

    stop = (code) => {
      stopping ??= (async () => {
        const working = stopWorking();
        // Requests not answered by then are cut off: a stop that takes for ever ends in a kill.
        const deadline = setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS);
        await drain();
        clearTimeout(deadline);
        await working;
        await app.close();
        await store.close();
        process.exit(code);
      })();
      return stopping;
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));

    await app.listen({ port: settings.port, host: settings.host, backlog: BACKLOG });
    // Not before: a start that fails because of its port would leave work under way on a database that is closed.
    if (isStopping()) return;
    const files = { storage, workFolder: workFolder(settings) };
    const housekeeping = startHousekeeping(store.db, log, files, settings.mail);
    sender?.start();
    stopWorking = async () => {
      housekeeping.stop();
      await sender?.stop();
    };
    say(`Tickmark is ready at ${settings.publicUrl ?? describeAddress(settings)}`);
  } catch (error) {
    await stopWorking();
    await store.close();
    throw error;
  }
};

try {
  await serve();
} catch (error) {
  // Anything still running by then does not keep the process alive.
  process.stderr.write(`${explain(error)}\n`, () => process.exit(1));
}
