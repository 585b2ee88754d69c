import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SchoolGroup } from '../../../contract/school-groups.ts';
import { GROUP_NAME_MAX, MAX_SCHOOL_GROUPS, SCHOOL_GROUP_EXISTS } from '../../../domain/groups.ts';
import { MAX_CHOSEN, MAX_MOVES } from '../../../domain/school.ts';
import { removeExpired } from '../../retention.ts';
import { passTime } from '../../testing/clock.queries.ts';
import { eventually } from '../../testing/evidence.ts';
import { createPerson, createSchool, type Person } from '../../testing/people.ts';
import { setJson } from '../../testing/scene.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { stepsOn } from '../../testing/steps.ts';
import { getEverything } from '../accounts/personal-data.queries.ts';
import { countWaiting } from '../platform-admin/platform-admin.test.queries.ts';
import { insertLeavers } from './archive.test.queries.ts';
import { atSchool } from './at-school.ts';
import { countSchoolGroups } from './groups.queries.ts';
import { insertGroups } from './groups.test.queries.ts';

/** The groups of a school, on a database whose clock the test sets. */

const server = shareServer({ stoppedClock: true });
const { ok, asAdmin, follow, takes, teaches } = stepsOn(() => server);
const NOT_FOUND = { status: 404, body: { detail: 'Not found.' } };
const MINUTES = 60;
const DAYS = 86_400;

let schoolId: number;
let office: Person;
let teacher: Person;
let [anna, ben, cleo]: Person[] = [];
beforeEach(async () => {
  schoolId = await createSchool(server.db);
  const at = (role: Person['role']) => createPerson(server.db, role, { schoolId });
  office = await at('school_admin');
  teacher = await at('teacher');
  [anna, ben, cleo] = [await at('student'), await at('student'), await at('student')];
});

const idsOf = (people: readonly (Person | undefined)[]) => people.map((person) => person?.id ?? 0);
const list = async (): Promise<SchoolGroup[]> =>
  (await ok(office, `GET /admin/schools/${schoolId}/groups`)).groups;
const named = async () => Object.fromEntries((await list()).map(({ name, members }) => [name, members]));
const send = (address: string, json?: unknown, who = office) =>
  server.call(address.replace(' ', ` /admin/schools/${schoolId}/`), { token: who.token, json });
const make = async (name: string, ...people: (Person | undefined)[]): Promise<number> =>
  (await ok(office, `POST /admin/schools/${schoolId}/groups`, { name, user_ids: idsOf(people) })).id;
const move = (people: readonly (Person | undefined)[], add: number[], remove: number[]) =>
  send('POST groups/members', { user_ids: idsOf(people), add, remove });
const moved = async (...given: Parameters<typeof move>) => {
  const { status, body } = await move(...given);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.changed;
};
/** What the screen sends for each part of an answer. */
const undo = async (changed: readonly { user_ids: number[]; add: number[]; remove: number[] }[]) => {
  for (const { user_ids, add, remove } of changed)
    await ok(office, `POST /admin/schools/${schoolId}/groups/members`, {
      user_ids,
      add: remove,
      remove: add,
    });
};
const lines = async () =>
  (await asAdmin(`GET /admin/audit?school_id=${schoolId}`)).filter(
    ({ action }: { action: string }) => action === 'groups_changed',
  );

describe('a group of the school', () => {
  test('is made of students, renamed, removed and brought back, by its admin and the platform admin', async () => {
    const made = await ok(office, `POST /admin/schools/${schoolId}/groups`, {
      name: ' 12B ',
      user_ids: [...idsOf([ben, anna]), ...idsOf([ben])],
    });
    expect(made).toEqual({ id: expect.any(Number), name: '12B', members: idsOf([anna, ben]) });
    await asAdmin(`POST /admin/schools/${schoolId}/groups`, { name: '12A', user_ids: [] });
    expect(await named()).toEqual({ '12A': [], '12B': idsOf([anna, ben]) });
    expect((await list()).map(({ name }) => name)).toEqual(['12A', '12B']);

    expect((await send(`PUT groups/${made.id}`, { name: '12C' })).body).toEqual({ status: 'success' });
    // The same again is nothing new.
    await send(`PUT groups/${made.id}`, { name: '12C' });
    await send(`DELETE groups/${made.id}`);
    expect(await named()).toEqual({ '12A': [] });
    for (const address of [`PUT groups/${made.id}`, `DELETE groups/${made.id}`])
      expect(await send(address, { name: 'X' })).toMatchObject(NOT_FOUND);
    expect(await move([cleo], [made.id], [])).toMatchObject(NOT_FOUND);
    for (let times = 0; times < 2; times += 1)
      expect((await send(`POST groups/${made.id}/restore`)).status).toBe(200);
    expect(await named()).toEqual({ '12A': [], '12C': idsOf([anna, ben]) });

    const of = (act: string, more = {}) => ({
      actor: 'user',
      actor_id: office.id,
      details: { act, ...more },
    });
    expect(await lines()).toMatchObject([
      of('restored'),
      of('removed'),
      of('renamed'),
      { actor: 'platform_admin', actor_id: null, details: { act: 'made', joined: 0 } },
      of('made', { joined: 2 }),
    ]);
  });

  test('is seen by its teachers as far as they follow its students, and by the coordinator', async () => {
    if (anna) await follow(teacher, anna);
    const id = await make('12B', anna, ben);
    expect((await ok(teacher, 'GET /teachers/groups')).groups).toMatchObject([
      { id, name: '12B', is_school: true, students: [expect.any(Number)] },
    ]);
    const found = () => ok(office, `GET /schooladmin/dashboard/users?group_id=${id}`);
    expect((await found()).map((one: Person) => one.id)).toEqual(idsOf([anna, ben]));
    const report = async () => (await ok(office, `GET /schooladmin/dashboard/students/${anna?.id}`)).groups;
    expect(await report()).toEqual(['12B']);
    await moved([anna], [], [id]);
    expect((await found()).map((one: Person) => one.id)).toEqual(idsOf([ben]));
    expect(await report()).toEqual([]);
    expect((await ok(teacher, 'GET /teachers/groups')).groups).toEqual([]);
    expect(JSON.stringify(await getEverything(server.db, anna?.id ?? 0))).not.toContain('12B');
  });

  test('has a name that no other has, whatever the case, also when it comes back or two are made at once', async () => {
    const first = await make('12B');
    const taken = { status: 409, body: { detail: SCHOOL_GROUP_EXISTS } };
    expect(await send('POST groups', { name: ' 12b', user_ids: [] })).toMatchObject(taken);
    const second = await make('12C');
    expect(await send(`PUT groups/${second}`, { name: '12B' })).toMatchObject(taken);
    await send(`DELETE groups/${first}`);
    await send(`PUT groups/${second}`, { name: '12B' });
    expect(await send(`POST groups/${first}/restore`)).toMatchObject(taken);
    // Another school has its own.
    const elsewhere = await createSchool(server.db);
    await asAdmin(`POST /admin/schools/${elsewhere}/groups`, { name: '12B', user_ids: [] });
    const twice = await Promise.all(
      Array.from({ length: 2 }, () => send('POST groups', { name: 'Twice', user_ids: idsOf([anna]) })),
    );
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('comes back within a day, and not later', async () => {
    const id = await make('12B', anna);
    await send(`DELETE groups/${id}`);
    await passTime(server.db, 1 * DAYS);
    const address = `POST /admin/schools/${schoolId}/groups/${id}/restore`;
    expect(await server.call(address, { admin: ADMIN_PASSWORD })).toMatchObject(NOT_FOUND);
  });

  test('is one of at most 500, beside the classes of a roster', async () => {
    await insertGroups(server.db, schoolId, { count: 3, areClasses: true });
    await insertGroups(server.db, schoolId, { count: MAX_SCHOOL_GROUPS - 1, areClasses: false });
    const names = Array.from({ length: 8 }, (_, n) => ({ name: `Last ${n}`, user_ids: [] }));
    const atOnce = await Promise.all(names.map((json) => send('POST groups', json)));
    const [made, ...more] = atOnce.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const last = made?.body.id;
    const full = { status: 409, body: { detail: 'The school has 500 groups. Delete one first.' } };
    expect(await send('POST groups', { name: 'More', user_ids: [] })).toMatchObject(full);
    await send(`DELETE groups/${last}`);
    await make('More');
    expect(await send(`POST groups/${last}/restore`)).toMatchObject(full);
    // A class is not one of them, also when it comes back.
    const aClass = (await list()).find(({ name }) => name === 'class 1')?.id;
    await send(`DELETE groups/${aClass}`);
    expect((await send(`POST groups/${aClass}/restore`)).status).toBe(200);
    expect(await named()).toHaveProperty('class 1');
  });

  test.each([
    ['an empty name', { name: '  ', user_ids: [] }],
    ['a long one', { name: 'x'.repeat(GROUP_NAME_MAX + 1), user_ids: [] }],
    ['a line break in it', { name: 'a\nb', user_ids: [] }],
    ['no list', { name: 'x' }],
    ['no number', { name: 'x', user_ids: ['1'] }],
    ['too many', { name: 'x', user_ids: Array.from({ length: MAX_CHOSEN + 1 }, (_, n) => n + 1) }],
    ['another field', { name: 'x', user_ids: [], color: 'red' }],
  ])('is not made with %s', async (_what, json) => {
    expect((await send('POST groups', json)).status).toBe(422);
    expect(await list()).toEqual([]);
  });
});

describe('moving', () => {
  test('says what changed, in parts that undo it exactly', async () => {
    const [b, c] = [await make('12B', anna, ben), await make('12C', cleo)];
    const before = await named();
    const changed = await moved([anna, ben, cleo, cleo], [c], [b]);
    expect(changed).toEqual([{ user_ids: idsOf([anna, ben]), add: [c], remove: [b] }]);
    expect(await named()).toEqual({ '12B': [], '12C': idsOf([anna, ben, cleo]) });
    await undo(changed);
    expect(await named()).toEqual(before);

    const mixed = await moved([anna, cleo], [c], [b]);
    expect(mixed).toEqual([{ user_ids: idsOf([anna]), add: [c], remove: [b] }]);
    const rest = await moved([anna, ben, cleo], [b], []);
    expect(rest).toEqual([{ user_ids: idsOf([anna, cleo]), add: [b], remove: [] }]);
    // Nobody changes: nothing is written down.
    const count = (await lines()).length;
    expect(await moved([anna, ben, cleo], [b], [])).toEqual([]);
    expect(await lines()).toHaveLength(count);
    expect((await lines())[0].details).toEqual({ act: 'moved', joined: 2, left: 0 });
  });

  test('and back within minutes keeps what was set for the group; later it is a new joining', async () => {
    if (!anna) return;
    await follow(teacher, anna);
    await teaches(teacher, 'math_aa_hl');
    await takes(anna, 'math_aa_hl');
    const id = await make('12B', anna);
    const json = { ...setJson(), id: randomUUID(), audience: 'group', group_id: id };
    await ok(teacher, 'POST /teachers/sets', json);
    await passTime(server.db, 40 * DAYS);
    // Their sessions are over by now.
    const put = (add: number[], remove: number[]) =>
      asAdmin(`POST /admin/schools/${schoolId}/groups/members`, { user_ids: idsOf([anna]), add, remove });
    const isThere = async () => {
      const { access_token: token } = await asAdmin(`POST /admin/impersonate/${teacher.id}`);
      const { groups } = await asAdmin(`GET /admin/schools/${schoolId}/groups`);
      const { students } = await ok({ token }, `GET /teachers/sets/${json.id}`);
      return { members: groups[0].members.length, students: students.length };
    };
    expect(await isThere()).toEqual({ members: 1, students: 1 });
    await put([], [id]);
    expect(await isThere()).toEqual({ members: 0, students: 0 });
    await passTime(server.db, 9 * MINUTES);
    await put([id], []);
    expect(await isThere()).toEqual({ members: 1, students: 1 });
    await put([], [id]);
    await passTime(server.db, 11 * MINUTES);
    await put([id], []);
    // It was due before they joined.
    expect(await isThere()).toEqual({ members: 1, students: 0 });
  });

  test('is forgotten after an hour, and who was taken out comes back with the next list', async () => {
    const row = {
      username: anna?.username,
      email: anna?.email,
      role: 'student',
      group: '12B',
      name: 'Anna Alt',
    };
    await ok(office, `POST /admin/schools/${schoolId}/batch-import`, [row]);
    const { users } = await ok(office, `GET /admin/schools/${schoolId}/users-and-classes`);
    expect(users.find(({ id }: Person) => id === anna?.id)).toMatchObject({ name: 'Anna Alt' });
    expect(users.find(({ id }: Person) => id === ben?.id)).toMatchObject({ name: null });
    const [group] = await list();
    const id = group?.id ?? 0;
    const leave = () => moved([anna], [], [id]);
    const check = async (more = {}) =>
      (await ok(office, `POST /admin/schools/${schoolId}/batch-import/check`, [{ ...row, ...more }])).rows[0];
    expect((await check()).outcome).toBe('unchanged');
    // The Undo brings back that it was the list's word.
    await undo(await leave());
    expect((await check({ group: '12C' })).changes).toEqual({ joins: ['12C'], leaves: ['12B'] });
    await leave();
    expect((await check()).changes).toEqual({ joins: ['12B'] });
    await ok(office, `POST /admin/schools/${schoolId}/batch-import`, [row]);
    expect(await named()).toEqual({ '12B': idsOf([anna]) });
    await leave();
    await passTime(server.db, 61 * MINUTES);
    await removeExpired(server.db);
    await passTime(server.db, -61 * MINUTES);
    const back = await moved([anna], [id], []);
    expect(back).toEqual([{ user_ids: idsOf([anna]), add: [id], remove: [] }]);
  });

  test('is all or none: with somebody or a group of another school, an archived person or a teacher, nobody moves', async () => {
    const id = await make('12B');
    const elsewhere = await createSchool(server.db);
    const stranger = await createPerson(server.db, 'student', { schoolId: elsewhere });
    const homeless = await createPerson(server.db, 'student');
    const foreign = (
      await asAdmin(`POST /admin/schools/${elsewhere}/groups`, { name: '12B', user_ids: [stranger.id] })
    ).id;
    const theirs = await ok(teacher, 'POST /teachers/groups', { name: 'Mine', students: [] });
    for (const other of [stranger, homeless])
      expect(await move([anna, other], [id], [])).toMatchObject(NOT_FOUND);
    for (const group of [foreign, theirs.id, 2_147_483_647]) {
      expect(await move([anna], [id, group], [])).toMatchObject(NOT_FOUND);
      expect(await move([anna], [id], [group])).toMatchObject(NOT_FOUND);
      for (const address of [`PUT groups/${group}`, `DELETE groups/${group}`, `POST groups/${group}/restore`])
        expect(await send(address, address.startsWith('PUT') ? { name: 'X' } : undefined)).toMatchObject(
          NOT_FOUND,
        );
    }
    const students = { status: 409, body: { detail: 'Only students can be in a group.' } };
    for (const staff of [teacher, office]) {
      expect(await move([anna, staff], [id], [])).toMatchObject(students);
      expect(await send('POST groups', { name: 'New', user_ids: idsOf([anna, staff]) })).toMatchObject(
        students,
      );
    }
    expect(await send('POST groups', { name: 'New', user_ids: [stranger.id] })).toMatchObject(NOT_FOUND);
    await ok(office, `POST /admin/schools/${schoolId}/archive`, { user_ids: idsOf([ben]) });
    expect(await move([anna, ben], [id], [])).toMatchObject(NOT_FOUND);
    expect((await move([anna], [id], [id])).status).toBe(422);
    expect(await named()).toEqual({ '12B': [] });
    expect((await asAdmin(`GET /admin/schools/${elsewhere}/groups`)).groups).toEqual([
      { id: foreign, name: '12B', members: [stranger.id] },
    ]);
    const nowhere = '/admin/schools/2147483647/groups';
    for (const request of [`GET ${nowhere}`, `POST ${nowhere}`]) {
      const json = request.startsWith('POST') ? { name: 'X', user_ids: [] } : undefined;
      expect(await server.call(request, { admin: ADMIN_PASSWORD, json })).toMatchObject(NOT_FOUND);
    }
  });

  test('is of so many students and groups that nobody else waits for it', async () => {
    await insertGroups(server.db, schoolId, { count: 10, areClasses: false });
    const add = (await list()).map(({ id }) => id).toSorted((a, b) => a - b);
    const ids = await insertLeavers(server.db, schoolId, MAX_CHOSEN, teacher.id);
    const most = MAX_MOVES / add.length;
    const sent = (user_ids: number[], remove: number[]) =>
      send('POST groups/members', { user_ids, add, remove });
    const more = await make('More');
    const tooMany = await sent(ids.slice(0, most), [more]);
    expect(tooMany).toMatchObject({
      status: 422,
      body: { detail: 'user_ids: That is too many at once. Choose fewer students or fewer groups.' },
    });
    const { status, body } = await sent(ids.slice(0, most), []);
    expect(status).toBe(200);
    expect(body.changed).toEqual([{ user_ids: ids.slice(0, most), add, remove: [] }]);
  });

  test('waits for another change of the school without taking connections from others', async () => {
    const stranger = await createPerson(server.db, 'student', { schoolId: await createSchool(server.db) });
    const names = Array.from({ length: 15 }, (_, n) => `Group ${n}`);
    let making: Promise<{ status: number }[]> | undefined;
    await server.db.transaction(async (tx) => {
      await countSchoolGroups(tx, schoolId);
      making = Promise.all(names.map((name) => send('POST groups', { name, user_ids: [] })));
      await eventually(async () => expect(await countWaiting(server.db)).toBeGreaterThan(0));
      const asked = await Promise.all(
        names.map(() => server.call('GET /users/me', { token: stranger.token })),
      );
      expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
    });
    expect(new Set((await making)?.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await list()).toHaveLength(15);
  });

  test('refuses who would wait behind a hundred others, and nobody of another school', async () => {
    const other = await createSchool(server.db);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const waiting = Array.from({ length: 100 }, () => atSchool(server.db, schoolId, () => held));
    await expect(atSchool(server.db, schoolId, () => held)).rejects.toMatchObject({ status: 503 });
    expect(await atSchool(server.db, other, () => Promise.resolve('done'))).toBe('done');
    release();
    await Promise.all(waiting);
    expect(await atSchool(server.db, schoolId, () => Promise.resolve('done'))).toBe('done');
  });

  test('shows an archived student again, once they are back', async () => {
    await make('12B', anna);
    const user_ids = idsOf([anna]);
    await ok(office, `POST /admin/schools/${schoolId}/archive`, { user_ids });
    expect(await named()).toEqual({ '12B': [] });
    await ok(office, `POST /admin/schools/${schoolId}/archive/undo`, { user_ids });
    expect(await named()).toEqual({ '12B': user_ids });
  });
});
