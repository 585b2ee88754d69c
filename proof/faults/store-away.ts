import { setTimeout as pause } from 'node:timers/promises';
import { S3mini } from 's3mini';
import type { S3Settings } from '../../server/config.ts';
import { startRelay } from '../../server/testing/relay.ts';
import type { Objects } from './audit.ts';
import { timed } from './machine.ts';
import { noteStatuses, noteTimes, type Outcome, seconds } from './outcome.ts';
import { runScenario } from './scenario.ts';
import { untilNormal } from './students.ts';

/** The object store is away: uploads are turned away, everything else goes on. */

const PREFIX = 'tickmark/';

const inStore = (s3: S3Settings): Objects => {
  const bucket = new S3mini({ ...s3, endpoint: `${s3.endpoint}/${s3.bucket}` });
  return {
    list: async () =>
      ((await bucket.listObjects('/', PREFIX)) ?? []).map(({ Key }) => Key.slice(PREFIX.length)),
    has: async (name) => (await bucket.objectExists(PREFIX + name)) === true,
    read: async (name) =>
      Buffer.from((await bucket.getObjectArrayBuffer(PREFIX + name)) ?? new ArrayBuffer(0)),
  };
};

export const storeAway = async (s3: S3Settings, { awayMs = 10_000 } = {}): Promise<Outcome> => {
  const { hostname, port } = new URL(s3.endpoint);
  const relay = await startRelay({ host: hostname, port: Number(port) });
  const environment = {
    LOG_LEVEL: 'fatal',
    S3_ENDPOINT: `http://127.0.0.1:${relay.connection.port}`,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  try {
    return await runScenario(
      'object store away',
      { environment, objects: inStore(s3) },
      async ({ outcome, machine, students, ledger, startWriters }) => {
        const work = startWriters();
        await pause(1000);
        await relay.cut();
        const began = performance.now();
        let reads = 0;
        while (performance.now() - began < awayMs) {
          const answer = await machine.call('GET /completion', { token: students[0]?.token });
          if (answer?.status === 200) reads += 1;
          else outcome.misses.push(`a read was answered ${answer?.status ?? 'not at all'}`);
          await pause(50);
        }
        const refused = work.takeAnswers().filter(({ status }) => status === 503).length;
        if (refused === 0) outcome.misses.push('no upload was turned away');
        await relay.mend();
        noteTimes(outcome, 'normal', [await timed(() => untilNormal(ledger))], 2000);
        await work.stop();
        noteStatuses(outcome, 'writes', work.takeAnswers(), [200, 204, 409, 503]);
        outcome.figures.push(`${refused} uploads turned away, ${reads} reads answered meanwhile`);
        return `its connection cut for ${seconds(awayMs)}`;
      },
    );
  } finally {
    await relay.cut();
  }
};
