import { S3mini } from 's3mini';
import { audit, makeSchool, type Objects } from './books.ts';
import { call, pause } from './call.ts';
import { untilNormal } from './full.ts';
import type { S3 } from './helpers.ts';
import { createLedger } from './ledger.ts';
import { createMachine } from './machine.ts';
import { newOutcome, noteStatuses, noteTimes, type Outcome, seconds } from './outcome.ts';
import { startRelay } from './relay.ts';
import { DOMAIN, registerStudents, startWriters } from './writers.ts';

/** The object store is away. */

const PREFIX = 'tickmark/';
const BUCKET = 'evidence';
const PATIENCE_MS = 60_000;

/** The store's front answers before all that is behind it does: a 503 at this point means not yet. */
const makeBucket = async (bucket: S3mini): Promise<void> => {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      if (await bucket.createBucket()) return;
      throw new Error('The bucket could not be made.');
    } catch (error) {
      if (Date.now() > deadline || !String(error).includes('503')) throw error;
      await pause(200);
    }
  }
};

const inStore = (bucket: S3mini): Objects => ({
  list: async () =>
    ((await bucket.listObjects('/', PREFIX)) ?? []).map(({ Key }) => Key.slice(PREFIX.length)),
  has: async (name) => (await bucket.objectExists(PREFIX + name)) === true,
  read: async (name) => Buffer.from((await bucket.getObjectArrayBuffer(PREFIX + name)) ?? new ArrayBuffer(0)),
});

export const storeAway = async (s3: S3, { awayMs = 10_000, writers = 8 } = {}): Promise<Outcome> => {
  const outcome = newOutcome('object store away');
  const bucket = new S3mini({ ...s3, endpoint: `${s3.endpoint}/${BUCKET}` });
  await makeBucket(bucket);
  const { hostname, port } = new URL(s3.endpoint);
  const relay = await startRelay({ host: hostname, port: Number(port) });
  const machine = await createMachine({
    environment: {
      LOG_LEVEL: 'fatal',
      S3_ENDPOINT: `http://127.0.0.1:${relay.port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
  });
  try {
    machine.launch();
    await machine.ready();
    const db = await machine.connect();
    await makeSchool(db, DOMAIN);
    const students = await registerStudents(machine.url, writers);
    const ledger = createLedger();
    const work = startWriters(machine.url, students, ledger);
    await pause(1000);
    await relay.cut();
    const began = performance.now();
    let reads = 0;
    while (performance.now() - began < awayMs) {
      const answer = await call(machine.url, 'GET /completion', { token: students[0]?.token });
      if (answer?.status === 200) reads += 1;
      else outcome.misses.push(`a read was answered ${answer?.status ?? 'not at all'}`);
      await pause(50);
    }
    const refused = work.takeAnswers().filter(({ status }) => status === 503).length;
    if (refused === 0) outcome.misses.push('no upload was turned away');
    await relay.mend();
    const since = performance.now();
    await untilNormal(ledger);
    noteTimes(outcome, 'normal', [performance.now() - since], 2000);
    await work.stop();
    noteStatuses(outcome, 'writes', work.takeAnswers(), [200, 204, 409, 503]);
    const wrong = await audit(machine.url, db, inStore(bucket), students, ledger);
    await db.end();
    outcome.misses.push(...wrong.slice(0, 5));
    outcome.done = `its line cut for ${seconds(awayMs)}, ${writers} writers`;
    outcome.figures.unshift(
      `${ledger.acknowledged().toLocaleString('en')} writes acknowledged`,
      `${refused} uploads turned away, ${reads} reads answered meanwhile`,
    );
    return outcome;
  } finally {
    await machine.remove();
    await relay.close();
  }
};
