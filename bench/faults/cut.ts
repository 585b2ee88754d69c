import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Client } from 'pg';
import { audit, onDisk } from './books.ts';
import { must, pause } from './call.ts';
import { createLedger } from './ledger.ts';
import { createMachine, type Machine } from './machine.ts';
import { newOutcome, type Outcome } from './outcome.ts';
import { makePdf, paperForFiles, picture, registerStudents, type Student, uploadForm } from './writers.ts';

/** Uploads that break off: at every kind of place, and at many places by chance. */

/** The bytes of an upload as a browser sends them. */
const requestBytes = async ({ token }: Student, bytes: Buffer): Promise<{ all: Buffer; head: number }> => {
  const request = new Request('http://127.0.0.1', {
    method: 'POST',
    body: uploadForm(paperForFiles(), bytes),
  });
  const body = Buffer.from(await request.arrayBuffer());
  const head = Buffer.from(
    `POST /api/completion/upload HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: ${request.headers.get('content-type')}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  return { all: Buffer.concat([head, body]), head: head.length };
};

/** Sends so much of it, then breaks the line. */
const sendPart = (machine: Machine, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(machine.url).port), '127.0.0.1', () => {
      socket.write(bytes, () => socket.resetAndDestroy());
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });

const stateOf = async (db: Client) => {
  const { rows } = await db.query<{ state: string }>(
    `select format('%s files of %s bytes, %s records', count(*),
       coalesce(sum(size_bytes + coalesce(thumbnail_bytes, 0)), 0), (select count(*) from completions)) as state
     from files`,
  );
  return rows[0]?.state ?? '';
};

/** Waits until nothing is being worked on, and a moment later neither. */
const settled = async ({ dataDir }: Machine): Promise<void> => {
  const isBusy = async () => (await readdir(join(dataDir, 'files', 'work'))).length > 0;
  for (let calm = 0; calm < 5; calm += 1) {
    if (await isBusy()) calm = 0;
    await pause(40);
  }
};

export const cutUploads = async ({ cuts = 60 } = {}): Promise<Outcome> => {
  const outcome = newOutcome('upload cut off');
  const machine = await createMachine();
  try {
    machine.launch();
    await machine.ready();
    const students = await registerStudents(machine.url, 1);
    const [student] = students;
    if (!student) return outcome;
    const db = await machine.connect();
    // Something is there already, which must stay.
    for (const bytes of [makePdf(5000), picture]) {
      await must(machine.url, 'POST /completion/upload', {
        token: student.token,
        form: uploadForm(paperForFiles(), bytes),
      });
    }
    const before = await stateOf(db);
    for (let n = 0; n < cuts; n += 1) {
      const { all, head } = await requestBytes(student, n % 2 ? makePdf(randomInt(200, 300_000)) : picture);
      const places = [head - 3, head, head + 10, head + 300, all.length - 40, all.length - 1];
      await sendPart(machine, all.subarray(0, places[n] ?? randomInt(head, all.length)));
    }
    await settled(machine);
    const wrong = await audit(machine.url, db, onDisk(machine.dataDir), students, createLedger());
    const after = await stateOf(db);
    if (after !== before) outcome.misses.push(`there was ${before}, there is ${after}`);
    outcome.misses.push(...wrong.slice(0, 5));
    outcome.done = `${cuts} times, at the head, in the fields, in the file, before the last byte`;
    outcome.figures.push(`before ${before}, after ${after}`);
    await db.end();
    return outcome;
  } finally {
    await machine.remove();
  }
};
