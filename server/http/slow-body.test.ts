import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { countUsedSessions, restSessions, setRole } from '../features/accounts/accounts.test.queries.ts';
import { listOf, PAPER, smallPdf, storedFiles, uploadForm } from '../testing/evidence.ts';
import { createPerson, PASSWORD, type Person } from '../testing/people.ts';
import { shareServer } from '../testing/shared-server.ts';
import { openSession } from './session.ts';

/** A token that expires between the head of a request and its body. */

const server = shareServer();

/** Sends the head, then the body once the caller is identified and something has happened; returns the status. */
const sendSlowly = async (
  path: string,
  who: Person,
  { type, bytes }: { type: string; bytes: Buffer },
  meanwhile: () => Promise<unknown>,
): Promise<number | undefined> => {
  await restSessions(server.db, who.id);
  const slow = request(`${server.url}/api${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': type,
      'content-length': bytes.length,
    },
  });
  const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
  slow.flushHeaders();
  await vi.waitUntil(() => countUsedSessions(server.db, who.id), { timeout: 60_000 });
  await meanwhile();
  slow.end(bytes);
  const [answer] = await answered;
  await answer.resume().toArray();
  return answer.statusCode;
};

const json = (value: unknown) => ({ type: 'application/json', bytes: Buffer.from(JSON.stringify(value)) });
const tick = json({ ...PAPER, year: 2023, is_completed: true, score: null });
const nothing = async () => {};
const changePassword = async ({ token }: Person) => {
  const change = { current_password: PASSWORD, new_password: 'another fine secret' };
  expect((await server.call('POST /users/me/password', { token, json: change })).status).toBe(200);
};

test('changes nothing', async () => {
  const person = await createPerson(server.db, 'student');
  expect(await sendSlowly('/completion', person, tick, () => changePassword(person))).toBe(401);
  const token = await openSession(server.db, person);
  expect((await server.call('GET /completion', { token })).body).toEqual({});
  expect(await sendSlowly('/completion', { ...person, token }, tick, nothing)).toBe(200);
});

test('leaves no file', async () => {
  const person = await createPerson(server.db, 'student');
  const form = new Response(uploadForm(smallPdf()));
  const type = form.headers.get('content-type') ?? '';
  const file = { type, bytes: Buffer.from(await form.arrayBuffer()) };
  expect(await sendSlowly('/completion/upload', person, file, () => changePassword(person))).toBe(401);
  const again = { ...person, token: await openSession(server.db, person) };
  expect(await listOf(server, again)).toEqual([]);
  expect(await storedFiles(server.dataDir)).toEqual([]);
  expect(await sendSlowly('/completion/upload', again, file, nothing)).toBe(200);
});

test('and one whose owner is no longer a teacher adds no student', async () => {
  const person = await createPerson(server.db, 'teacher');
  const student = json({ email: 'slow@example.org', name: null });
  const demote = () => setRole(server.db, person.id, 'student');
  expect(await sendSlowly('/teachers/students', person, student, demote)).toBe(403);
});
