import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hideCompletions, insertRefused } from './log.test.queries.ts';
import { createLog } from './log.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { createPerson } from './testing/people.ts';
import { startTestServer } from './testing/server.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

test('an error of the database is logged without the row that it quotes', async () => {
  let text = '';
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  const error = await insertRefused(store.db).catch((fault: unknown) => fault);
  expect(error).toMatchObject({ detail: expect.stringContaining('Zoe Zimmermann') });
  createLog('info', sink).error({ err: error }, 'unexpected error');
  expect(JSON.parse(text)).toMatchObject({
    level: 50,
    msg: 'unexpected error',
    err: { type: 'DatabaseError', code: '23514', stack: expect.stringContaining('database.ts') },
  });
  expect(text).not.toContain('Zimmermann');
});

test('the reference of a fault leads to the lines of its request', async () => {
  const server = await startTestServer({ database: store.db });
  const { token } = await createPerson(store.db, 'student');
  await server.call('GET /users/me', { token });
  await hideCompletions(store.db);
  const answer = await server.call('GET /completion', { token });
  await server.stop();
  expect(answer.status).toBe(500);
  const reference = answer.headers.get('x-request-id')?.slice(0, 8);
  const lines = server
    .logged()
    .split('\n')
    .filter((line) => line.includes(`"reqId":"${reference}`));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      level: 50,
      msg: 'unexpected error',
      err: expect.objectContaining({ code: '42P01', message: 'relation "completions" does not exist' }),
    }),
    expect.objectContaining({ level: 30, method: 'GET', route: '/api/completion', status: 500 }),
  ]);
});
