import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { lockUsers } from '../db/locks.queries.ts';
import { eventually } from '../testing/evidence.ts';
import { createPerson, type Person } from '../testing/people.ts';
import { shareServer } from '../testing/shared-server.ts';

const AT_ONCE = 4;

const server = shareServer({ maxUnderWay: AT_ONCE });
let student: Person;
beforeAll(async () => {
  student = await createPerson(server.db, 'student');
});

const tick = (score: number) =>
  server.call('POST /completion', {
    token: student.token,
    json: {
      subject_id: 'math_aa_hl',
      year: 2014 + score,
      session: 'November',
      paper: 'paper1',
      timezone: null,
      is_completed: true,
      score,
    },
  });

const metric = async (name: string): Promise<number> => {
  const { body } = await server.call('GET //metrics');
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(String(body))?.[1]);
};

test('excess calls are refused at once, and accepted ones are answered', async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isHeld = () => {};
  const holding = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  // Nobody can write for this student until we release the lock.
  const lock = server.db.transaction(async (tx) => {
    await lockUsers(tx, [student.id]);
    isHeld();
    await held;
  });
  await holding;

  const taken = Array.from({ length: AT_ONCE }, (_, n) => tick(n));
  await eventually(async () => expect(await metric('http_requests_under_way')).toBe(AT_ONCE));
  for (const answer of [await tick(9), await server.call('GET /users/me'), await tick(10)]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.body).toEqual({ detail: 'The service is briefly unavailable. Please try again.' });
  }
  expect(await metric('http_requests_turned_away_total')).toBe(3);
  // Only once in a while, however many there are.
  expect(server.logged().match(/too much at once/g)).toHaveLength(1);
  for (const path of ['//livez', '//readyz']) expect((await server.call(`GET ${path}`)).status).toBe(200);

  letGo();
  await lock;
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await metric('http_requests_under_way')).toBe(0);
  const { status, body } = await server.call('GET /completion', { token: student.token });
  expect(status).toBe(200);
  expect(Object.keys(body)).toHaveLength(AT_ONCE);
});

test('a slow sender takes up no slot', async () => {
  const { port } = new URL(server.url);
  const sockets: Socket[] = [];
  const begin = (head: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(head, () => resolve()));
      socket.on('error', () => {});
      sockets.push(socket);
    });
  const about = `host: x\r\nauthorization: Bearer ${student.token}\r\ncontent-length: 5000\r\n`;
  for (let n = 0; n < AT_ONCE * 2; n += 1) {
    await begin('POST /api/completion HTTP/1.1\r\nhost: x\r\n');
    await begin(`POST /api/completion HTTP/1.1\r\n${about}content-type: application/json\r\n\r\n{`);
    await begin(
      `POST /api/completion/upload HTTP/1.1\r\n${about}content-type: multipart/form-data; boundary=b\r\n\r\n--b`,
    );
  }
  await eventually(async () => expect(await metric('http_requests_under_way')).toBe(0));
  expect((await tick(3)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test('a refused call releases its slot', async () => {
  for (let n = 0; n < AT_ONCE * 2; n += 1) {
    expect((await server.call('GET /users/me')).status).toBe(401);
    expect((await server.call('POST /completion', { token: student.token, json: {} })).status).toBe(422);
    expect(
      (await server.call('POST /completion', { token: student.token, raw: { type: 'x/y', body: 'z' } }))
        .status,
    ).toBe(415);
    expect((await server.call('GET /nowhere')).status).toBe(404);
  }
  expect(await metric('http_requests_under_way')).toBe(0);
});
