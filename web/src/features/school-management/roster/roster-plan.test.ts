import { describe, expect, it } from 'vitest';
import type { RosterCheck } from '../useImportCheck.ts';
import {
  besides,
  besidesDone,
  changesMore,
  coursesIn,
  leftRows,
  missingFrom,
  subjectOf,
} from './roster-plan.ts';

const person = (id: number, role: 'student' | 'teacher' | 'school_admin' = 'student') => ({
  id,
  username: `user${id}`,
  email: id === 9 ? null : `user${id}@school.edu`,
  role,
});
const check: RosterCheck = {
  left: [],
  others: [],
  ended: [{ name: '10C', members: 12 }],
  courses: [
    { title: 'Physics HL', subject_id: null, is_known: false },
    { title: 'Tutor', subject_id: null, is_known: false },
    { title: 'Maths', subject_id: 'math_aa_hl', is_known: true },
  ],
  renamed: [{ before: '11B', after: '12B' }],
  counts: { groups: 2, groups_renamed: 1, groups_ended: 1, links: 1, links_ended: 3 },
};
const DECIDED = { courses: {}, archived: [], endsLinks: false };

describe('A course', () => {
  it('is what was said, now or before, or what its title says, and else not known', () => {
    const [physics, tutor, maths] = check.courses;
    expect(subjectOf(physics!, {})).toBe('physics_hl');
    expect(subjectOf(physics!, { 'Physics HL': null })).toBeNull();
    expect(subjectOf(tutor!, {})).toBeUndefined();
    expect(subjectOf(maths!, {})).toBe('math_aa_hl');
    expect(coursesIn(check, {})).toEqual({ 'Physics HL': 'physics_hl', Maths: 'math_aa_hl' });
  });
});

describe('What happens besides', () => {
  it('is said, and links end only where that was decided', () => {
    expect(besides(check, [], DECIDED)).toEqual([
      'makes 2 groups and 1 assignment',
      'renames 1 group',
      'ends 1 group',
      'remembers 1 course',
    ]);
    expect(besidesDone(check, DECIDED)).toBe(
      'Made 2 groups and 1 assignment, renamed 1 group, ended 1 group, remembered 1 course.',
    );
    expect(besides(check, [], { ...DECIDED, endsLinks: true })).toContain('ends 1 group and 3 assignments');
  });

  it('is a renamed group, also where nothing else changes', () => {
    const counts = { groups: 0, groups_renamed: 1, groups_ended: 0, links: 0, links_ended: 0 };
    expect(changesMore({ ...check, courses: [], counts }, [], DECIDED)).toBe(true);
  });

  it('is a course that is another subject than was remembered', () => {
    const counts = { groups: 0, groups_renamed: 0, groups_ended: 0, links: 0, links_ended: 0 };
    const known = { ...check, courses: check.courses.filter((course) => course.is_known), counts };
    expect(changesMore(known, [], { ...DECIDED, courses: { Maths: 'math_aa_hl' } })).toBe(false);
    expect(besides(known, [], { ...DECIDED, courses: { Maths: 'math_ai_hl' } })).toEqual([
      'remembers 1 course',
    ]);
    expect(besides(known, [], { ...DECIDED, courses: { Maths: null } })).toEqual(['remembers 1 course']);
  });

  it('is whom to archive, of those who left', () => {
    const decided = { ...DECIDED, archived: [1, 5] };
    expect(besides(undefined, [person(1), person(2)], decided)).toEqual(['archives 1']);
    expect(changesMore(undefined, [person(2)], decided)).toBe(false);
  });
});

it('Who is not in a list that names everybody has left, except admins and who has no address to be listed by', () => {
  const people = [person(1), person(2), person(3, 'school_admin'), person(9)];
  expect(missingFrom([{ email: 'USER1@school.edu' }], people).map(({ id }) => id)).toEqual([2]);
});

it('Who left can be decided like others of the same role, and of no other', () => {
  const rows = leftRows([person(1), person(2), person(3, 'teacher')]);
  expect(rows.map(({ id, others }) => [id, others])).toEqual([
    [-1, 1],
    [-2, 1],
    [-3, 0],
  ]);
});
