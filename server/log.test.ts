import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertRefused } from './log.test.queries.ts';
import { createLog } from './log.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

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
