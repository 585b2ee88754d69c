import type { Settings } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { checkAddresses } from './addresses.ts';
import { type Clock, checkClocks } from './clocks.ts';
import { checkDatabase } from './database.ts';
import { checkDataDir } from './disk.ts';
import { type Finding, type Findings, findingsAbout } from './finding.ts';
import { checkMailServer, checkOutbox } from './mail.ts';
import { explainDatabase, openForDoctor } from './reach-database.ts';
import { checkSettings } from './settings.ts';
import { checkSignIns } from './sign-in.ts';
import { checkStore } from './store.ts';
import { reasonOf } from './words.ts';

/** A check that fails itself is a finding too, and the others go on. */
async function* guarded(about: string, findings: Findings): AsyncIterable<Finding> {
  try {
    yield* findings;
  } catch (error) {
    yield findingsAbout(about).wrong(
      `This could not be looked at: ${reasonOf(error)}.`,
      'If the other lines do not explain it, it is a fault of the doctor.',
    );
  }
}

/** What is asked of the database, once it is known to answer. */
async function* withDatabase(db: Database, settings: Settings, clocks: Clock[]): AsyncIterable<Finding> {
  let mayAsk = false;
  try {
    mayAsk = yield* checkDatabase(db, settings, clocks);
  } catch (error) {
    yield explainDatabase(error, settings);
  }
  yield* guarded('mail', checkMailServer(settings.mail));
  if (!mayAsk) return;
  if (settings.mail) yield* guarded('mail', checkOutbox(db));
  yield* guarded('sign-in', checkSignIns(db, settings, clocks));
}

/** Looks at everything, one after the other. Changes nothing but an object of its own in the store. */
export async function* examine(settings: Settings, names: readonly string[]): AsyncIterable<Finding> {
  const clocks: Clock[] = [];
  yield* guarded('settings', checkSettings(settings, names));
  yield* guarded('server', checkAddresses(settings, clocks));
  const db = await openForDoctor(settings);
  if ('found' in db) {
    yield db;
    yield* guarded('mail', checkMailServer(settings.mail));
  } else {
    try {
      yield* withDatabase(db, settings, clocks);
    } finally {
      await db.close();
    }
  }
  yield* guarded('files', checkStore(settings, clocks));
  yield* guarded('disk', checkDataDir(settings));
  yield* guarded('clocks', checkClocks(clocks));
}
