import { describe, expect, test } from 'vitest';
import type { RosterClass } from '../../../contract/school-management.ts';
import {
  changesByPerson,
  countPlan,
  endedIn,
  type Known,
  type KnownGroup,
  planClasses,
  type RosterPeople,
} from './roster-classes.ts';

const PEOPLE = new Map<string, { person: number | string; role: 'student' | 'teacher' }>([
  ['t1', { person: 1, role: 'teacher' }],
  ['t2', { person: 2, role: 'teacher' }],
  ['s1', { person: 11, role: 'student' }],
  ['s2', { person: 12, role: 'student' }],
  ['new', { person: 'new', role: 'student' }],
]);
const find = (id: string) => PEOPLE.get(id);
const lesson = (sourcedId: string, rest: Partial<RosterClass>): RosterClass => ({
  sourced_id: sourcedId,
  title: sourcedId,
  course: null,
  is_active: true,
  teachers: [],
  students: [],
  ended: [],
  ...rest,
});
const group = (id: number, name: string, rest: Partial<KnownGroup> = {}): KnownGroup => ({
  id,
  name,
  sourced_id: null,
  listed: [],
  others: [],
  teachers: [],
  ...rest,
});
const plan = (classes: RosterClass[], known: Partial<Known> = {}, isDelta = false) =>
  planClasses(classes, { isDelta }, { find }, { groups: [], links: [], ...known });

describe('classes of a roster', () => {
  test('become groups, and their teachers follow their students', async () => {
    const made = await plan([
      lesson('A', { teachers: ['t1', 's1', 'nobody'], students: ['s1', 'new', 't2'] }),
      lesson('B', { teachers: ['t1'], students: ['s1'] }),
    ]);
    expect(made.classes).toMatchObject([
      { groupId: undefined, sourcedId: 'A', name: 'A', joins: [11, 'new'], leaves: [], teachers: [1] },
      { groupId: undefined, sourcedId: 'B', joins: [11] },
    ]);
    expect(made.links).toEqual([
      { teacher: 1, student: 11 },
      { teacher: 1, student: 'new' },
    ]);
    expect(countPlan(made)).toEqual({
      groups: 2,
      groups_renamed: 0,
      groups_ended: 0,
      links: 2,
      links_ended: 0,
    });
  });

  test('change only what changed, and never what somebody made', async () => {
    const known = {
      groups: [
        group(5, 'A', { sourced_id: 'A', listed: [11, 12], others: [13], teachers: [1] }),
        group(6, 'Gone', { sourced_id: 'Gone', listed: [12], teachers: [2] }),
        group(7, 'Kept', { sourced_id: 'Kept', listed: [12], others: [14] }),
        group(8, 'Own', { others: [11] }),
      ],
      links: [
        { teacher_id: 1, students: [11, 12, 20], listed: [11, 12] },
        { teacher_id: 2, students: [12], listed: [12] },
      ],
    };
    const same = await plan([lesson('A', { teachers: ['t1'], students: ['s1', 's2'] })], {
      groups: known.groups.slice(0, 1),
      links: known.links.slice(0, 1),
    });
    expect(same.classes.some(({ isChanged }) => isChanged)).toBe(false);
    expect(countPlan(same)).toEqual({
      groups: 0,
      groups_renamed: 0,
      groups_ended: 0,
      links: 0,
      links_ended: 0,
    });

    const next = await plan([lesson('A', { title: 'A2', teachers: ['t1'], students: ['s1', 'new'] })], known);
    expect(next.classes).toMatchObject([
      { groupId: 5, name: 'A2', joins: ['new'], leaves: [12], arrivals: ['new'], isChanged: true },
      // A class that ended, with somebody whom no roster put there.
      { groupId: 7, name: 'Kept', joins: [], leaves: [12], teachers: [] },
    ]);
    expect(next.ended).toEqual([6]);
    expect(next.linksEnded).toEqual([
      { teacher: 1, student: 12 },
      { teacher: 2, student: 12 },
    ]);
    expect(next.links).toEqual([{ teacher: 1, student: 'new' }]);
    // Whoever leaves a class that has another name now leaves it by the name that they know.
    expect(Object.fromEntries(changesByPerson(next, known, new Set()))).toEqual({
      new: { joins: ['A2'], leaves: [] },
      12: { joins: [], leaves: ['A', 'Kept', 'Gone'] },
    });
  });

  test('keep a link that another class gives', async () => {
    const known = {
      groups: [
        group(5, 'A', { sourced_id: 'A', listed: [11], teachers: [1] }),
        group(6, 'B', { sourced_id: 'B', listed: [11], teachers: [1] }),
      ],
      links: [{ teacher_id: 1, students: [11], listed: [11] }],
    };
    const { linksEnded } = await plan([lesson('B', { teachers: ['t1'], students: ['s1'] })], known);
    expect(linksEnded).toEqual([]);
  });

  test('as changes leave alone what they do not name', async () => {
    const known = {
      groups: [
        group(5, 'A', { sourced_id: 'A', listed: [11, 12], teachers: [1] }),
        group(6, 'B', { sourced_id: 'B', listed: [12], teachers: [2] }),
      ],
      links: [
        { teacher_id: 1, students: [11, 12], listed: [11, 12] },
        { teacher_id: 2, students: [12], listed: [12] },
      ],
    };
    const changes = await plan([lesson('A', { title: null, students: ['new'], ended: ['s2'] })], known, true);
    expect(changes.classes.filter(({ isChanged }) => isChanged)).toMatchObject([
      { groupId: 5, name: 'A', joins: ['new'], leaves: [12], teachers: [1] },
    ]);
    expect(changes.linksEnded).toEqual([{ teacher: 1, student: 12 }]);
    expect(changes.links).toEqual([{ teacher: 1, student: 'new' }]);
    expect(changes.ended).toEqual([]);
    // What was kept when its class ended earlier is not asked about again.
    const kept = { groups: known.groups.slice(0, 1), links: known.links };
    const later = await plan([lesson('A', { title: null, ended: ['s2'] })], kept, true);
    expect(later.linksEnded).toEqual([{ teacher: 1, student: 12 }]);
    const ended = await plan([lesson('B', { is_active: false })], known, true);
    expect(ended.ended).toEqual([6]);
    expect(endedIn(ended, known)).toEqual([{ name: 'B', members: 1 }]);
    expect(ended.linksEnded).toEqual([{ teacher: 2, student: 12 }]);
    // Of a class that no roster named before there is nothing to change.
    expect(countPlan(await plan([lesson('C', { title: null, students: ['s1'] })], known, true)).groups).toBe(
      0,
    );
  });

  test('take over a group of their name, and get another name where it is taken', async () => {
    const known = { groups: [group(5, 'physics'), group(6, 'Maths', { sourced_id: 'old', others: [9] })] };
    const both = await plan([lesson('P', { title: 'Physics' }), lesson('M', { title: 'Maths' })], known);
    expect(both.classes).toMatchObject([
      { groupId: 5, name: 'Physics', sourcedId: 'P' },
      { groupId: undefined, name: 'Maths 2', sourcedId: 'M' },
      { groupId: 6, name: 'Maths' },
    ]);
    // The name of a class that has ended is free again.
    const free = { groups: [group(6, 'Maths', { sourced_id: 'old' })] };
    expect((await plan([lesson('M', { title: 'Maths' })], free)).classes).toMatchObject([{ name: 'Maths' }]);
    // And next time nothing has changed.
    const renamed = { groups: [known.groups[1]!, group(7, 'Maths 2', { sourced_id: 'M' })] };
    expect((await plan([lesson('M', { title: 'Maths' })], renamed)).classes[0]).toMatchObject({
      isChanged: false,
    });
  });

  test('of one title are numbered, and keep their numbers', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => lesson(`C${index}`, { title: 'Maths' }));
    const { classes } = await plan(many);
    expect(classes.map(({ name }) => name)).toEqual(
      many.map((_, index) => (index === 0 ? 'Maths' : `Maths ${index + 1}`)),
    );
    const groups = classes.map(({ name, sourcedId }, id) => group(id, name, { sourced_id: sourcedId }));
    const again = await plan(many.toReversed(), { groups: groups.toReversed() });
    expect(again.classes.some(({ isChanged }) => isChanged)).toBe(false);
  });

  test('give others their turn, and are refused where they would make too many pairs', async () => {
    let turns = 0;
    let isPlanning = true;
    const takeTurn = () => {
      turns += 1;
      if (isPlanning) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    await plan(Array.from({ length: 2000 }, (_, index) => lesson(`C${index}`, {})));
    isPlanning = false;
    expect(turns).toBeGreaterThan(20);
    const ids = Array.from({ length: 401 }, (_, index) => String(index));
    const crowd: RosterPeople = {
      find: (id) => ({ person: id, role: Number(id) < 100 ? 'teacher' : 'student' }),
    };
    const classOf = (index: number) => lesson(`C${index}`, { teachers: ids, students: ids });
    const of = (classes: number) =>
      planClasses(
        Array.from({ length: classes }, (_, index) => classOf(index)),
        { isDelta: false },
        crowd,
        { groups: [], links: [] },
      );
    // 100 teachers and 301 students a class.
    expect(countPlan(await of(1)).links).toBe(30_100);
    await expect(of(2)).rejects.toMatchObject({
      status: 413,
      message: 'The classes of a roster can make at most 40,000 pairs of teacher and student.',
    });
  });
});
