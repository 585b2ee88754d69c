import { expect, test } from 'vitest';
import { createPerson, type Person } from '../../testing/people.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { insertTestFile } from './tracker.test.queries.ts';

/** What one person does and sees does not affect another. */

const server = shareServer();

const KEY = 'math_aa_hl-2023-May-paper1';
const get = async ({ token }: Person, path: string) => (await server.call(`GET ${path}`, { token })).body;
const post = ({ token }: Person, path: string, json: unknown) => server.call(`POST ${path}`, { token, json });
const two = async () =>
  [await createPerson(server.db, 'student'), await createPerson(server.db, 'student')] as const;

test('subjects: choosing mine does not change others’', async () => {
  const [one, other] = await two();
  await post(other, '/subjects', { subjects: ['physics_hl', 'math_aa_hl'] });
  await post(one, '/subjects', { subjects: ['history_sl'] });
  expect(await get(other, '/subjects')).toEqual({ subjects: ['physics_hl', 'math_aa_hl'] });
});

test('records: another’s files of the same paper are not counted as mine', async () => {
  const [one, other] = await two();
  for (const who of [one, other]) {
    await post(who, '/completion/bulk', { completion_data: { [KEY]: { is_completed: true, score: 1 } } });
  }
  await insertTestFile(server.db, other.id, KEY);
  expect(await get(one, '/completion')).toMatchObject({ [KEY]: { score: 1, file_count: 0 } });
  expect((await get(other, '/completion'))[KEY].file_count).toBe(1);
});
