import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAILS_PER_HOUR } from '../../domain/mails.ts';
import type { Queries } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { listMails } from '../testing/mails.queries.ts';
import { postponeMail, queueMail, takeMails } from './outbox.queries.ts';

/** Servers that take mails at the same moment. */

let store: TestDatabase;
beforeEach(async () => {
  store = await createTestDatabase();
});
afterEach(() => store.drop());

const queue = (cause: string, to = 'zoe@example.org') =>
  queueMail(store.db, { cause, kind: 'test', to, payload: { server: 'mail.example.org' } });

test('together they take no more for one address than one alone', async () => {
  const each = MAILS_PER_HOUR - 2;
  for (let n = 0; n < 2 * each; n += 1) await queue(`cause ${n}`);
  // The first has not committed when the second comes.
  const [first, second] = await store.db.transaction(async (tx) => {
    const inside = { ...store.db, transaction: <T>(work: (inner: Queries) => Promise<T>) => work(tx) };
    const taken = await takeMails(inside, each);
    const next = takeMails(store.db, each);
    await delay(300);
    return [taken, { next }] as const;
  });
  expect(first.mails).toHaveLength(each);
  expect((await second.next).mails).toHaveLength(2);
  expect((await listMails(store.db)).filter(({ tries }) => tries === 1)).toHaveLength(MAILS_PER_HOUR);
});

test('they do not wait for a mail that somebody is changing', async () => {
  await queue('held');
  await queue('free', 'ben@example.org');
  const [held] = await listMails(store.db);
  await store.db.transaction(async (tx) => {
    await postponeMail(tx, { id: held?.id ?? 0, tries: 0 }, 'Later', 1);
    const { mails } = await takeMails(store.db, 5);
    expect(mails.map(({ recipient }) => recipient)).toEqual(['ben@example.org']);
  });
});
