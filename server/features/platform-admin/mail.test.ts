import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueMail } from '../../mail/outbox.queries.ts';
import { forgetPayloads, insertFailedMail, listMails } from '../../testing/mails.queries.ts';
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const asAdmin = (address: string, on = server) => on.call(address, { admin: ADMIN_PASSWORD });
const queue = (cause: string) =>
  queueMail(server.db, { cause, kind: 'test', to: 'ben@example.org', payload: { server: 'a' } });

test('the platform admin sees what waits and what failed, and tries it again', async () => {
  expect((await asAdmin('GET /admin/mail')).body).toEqual({
    is_on: false,
    waiting: 0,
    failed: 0,
    retryable: 0,
    sent_today: 0,
    mails: [],
  });
  await queue('waits');
  const failed = await insertFailedMail(server.db, 'failed');
  const settings = {
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'papers@tickmark.example',
    PUBLIC_URL: 'https://tickmark.example',
  };
  const other = await startTestServer({ database: server.db, environment: settings });
  const { body } = await asAdmin('GET /admin/mail', other);
  await other.stop();
  expect(body).toMatchObject({ is_on: true, waiting: 1, failed: 1, retryable: 1 });
  expect(body.mails).toEqual([
    {
      id: failed,
      recipient: 'zoe@example.org',
      kind: 'test',
      tries: 1,
      last_answer: '550 No such user',
      next_try_at: null,
      failed_at: expect.any(String),
      can_retry: true,
    },
    expect.objectContaining({
      recipient: 'ben@example.org',
      next_try_at: expect.any(String),
      can_retry: false,
    }),
  ]);
  // What it says is nobody's business, and may open an account.
  expect(JSON.stringify(body)).not.toMatch(/payload|message_id|mail\.example\.org/);

  expect((await asAdmin(`POST /admin/mail/${failed}/retry`)).body).toEqual({ status: 'success' });
  for (const id of [failed, 2_000_000_000]) {
    expect((await asAdmin(`POST /admin/mail/${id}/retry`)).status).toBe(404);
  }
  expect((await asAdmin('GET /admin/mail')).body).toMatchObject({ waiting: 2, failed: 0 });

  await insertFailedMail(server.db, 'second');
  await insertFailedMail(server.db, 'third');
  expect((await asAdmin('POST /admin/mail/retry')).body).toEqual({ retried: 2 });
  expect((await listMails(server.db)).every(({ waits }) => waits)).toBe(true);
});

test('a mail whose link was forgotten is not tried again', async () => {
  const id = await insertFailedMail(server.db, 'secret');
  await forgetPayloads(server.db);
  const { body } = await asAdmin('GET /admin/mail');
  expect(body).toMatchObject({ failed: 1, retryable: 0 });
  expect(body.mails[0]).toMatchObject({ id, can_retry: false });
  expect((await asAdmin(`POST /admin/mail/${id}/retry`)).status).toBe(404);
  expect((await asAdmin('POST /admin/mail/retry')).body).toEqual({ retried: 0 });
});

test('lists are bounded, and the counts are not', async () => {
  for (let n = 0; n < 101; n += 1) await queue(`many ${n}`);
  const { body } = await asAdmin('GET /admin/mail');
  expect(body.waiting).toBeGreaterThan(100);
  expect(body.mails.filter((mail: { failed_at: string | null }) => mail.failed_at === null)).toHaveLength(
    100,
  );
});
