import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listOf, PAPER, QUERY, smallPdf, upload } from '../../testing/evidence.ts';
import { createPerson, type Person } from '../../testing/people.ts';
import { shareServer } from '../../testing/shared-server.ts';
import {
  forgetRemoval,
  getUsage,
  listRemovals,
  noteUpload,
  removeSooner,
  takeUploadNote,
} from './evidence.queries.ts';
import { countTraces, listNotes } from './evidence.test.queries.ts';

/** What one person does with a file does not affect their other files, or anybody else's. */

const server = shareServer();

const KEY = 'math_aa_hl-2023-May-paper1-TZ1';
const two = async () =>
  [await createPerson(server.db, 'student'), await createPerson(server.db, 'student')] as const;
const add = async (who: Person, padding = 0, fields = PAPER) => {
  const { status, body } = await upload(server, who, smallPdf(padding), { name: 'work.pdf', fields });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.public_id as string;
};
const listed = async (who: Person) =>
  (await listOf(server, who)).map((file: { public_id: string }) => file.public_id);

test('a list has the files of its owner and of its paper', async () => {
  const [one, other] = await two();
  const mine = await add(one);
  await add(one, 1, { ...PAPER, year: '2022' });
  const theirs = await add(other, 2);
  expect(await listed(one)).toEqual([mine]);
  expect(await listed(other)).toEqual([theirs]);
});

test('the record that an upload creates is only its owner’s', async () => {
  const [one, other] = await two();
  await add(one);
  expect(await countTraces(server.db, one.id)).toMatchObject({ files: 1, records: 1 });
  expect(await countTraces(server.db, other.id)).toMatchObject({ files: 0, records: 0 });
});

test('removing one file leaves the others', async () => {
  const [one, other] = await two();
  const [mine, kept, theirs] = [await add(one), await add(one, 1), await add(other)];
  const remove = (id: string, { token }: Person) => server.call(`DELETE /completion/files/${id}`, { token });
  expect((await remove(theirs, one)).status).toBe(404);
  expect((await remove(mine, one)).status).toBe(204);
  expect(await listed(one)).toEqual([kept]);
  expect(await listed(other)).toEqual([theirs]);
  expect((await server.call(`GET /completion/files?${QUERY}`)).body).toEqual({ files: [] });
});

test('limits count the files of their owner, and of their paper', async () => {
  const [one, other] = await two();
  await add(one);
  await add(one, 1, { ...PAPER, year: '2022' });
  await add(other, 2);
  const bytes = smallPdf().length + smallPdf(1).length;
  expect(await getUsage(server.db, one.id, KEY)).toEqual({ of_paper: 1, bytes });
});

test('the same file of two people, or of two papers, is two files', async () => {
  const [one, other] = await two();
  const ids = [await add(one), await add(other), await add(one, 0, { ...PAPER, year: '2022' })];
  expect(new Set(ids).size).toBe(3);
});

describe('the note of an upload', () => {
  const make = async () => {
    const id = randomBytes(16).toString('base64url');
    await noteUpload(server.db, id);
    return id;
  };
  const noted = async () => (await listNotes(server.db)).map(({ public_id }) => public_id);

  test('is deleted without touching others', async () => {
    const [one, other] = [await make(), await make()];
    expect(await takeUploadNote(server.db, one)).toBe(true);
    expect(await takeUploadNote(server.db, one)).toBe(false);
    expect(await noted()).toContain(other);
  });

  test('is moved forward and deleted without touching others', async () => {
    const [one, other] = [await make(), await make()];
    await removeSooner(server.db, one);
    const removals = await listRemovals(server.db);
    expect(removals).toContain(one);
    expect(removals).not.toContain(other);
    // What is about to be removed does not become a file any more.
    expect(await takeUploadNote(server.db, one)).toBe(false);
    await forgetRemoval(server.db, one);
    expect(await noted()).not.toContain(one);
    expect(await noted()).toContain(other);
  });
});
