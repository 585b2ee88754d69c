import { describe, expect, it } from 'vitest';
import {
  audienceWords,
  bodyOf,
  doneAlready,
  draftOf,
  firstStep,
  fridays,
  goTo,
  nextStep,
  papersWords,
  sittingsOf,
  stepBefore,
  studentsOf,
} from './set-draft.ts';

const P1 = 'physics_hl-2024-May-paper1-TZ1';
const P2 = 'physics_hl-2024-May-paper2';
const OLD = 'physics_hl-2023-November-paper1';
const TODAY = '2026-11-18';

describe('the steps', () => {
  it('begin with what is not known', () => {
    const everyone = { kind: 'everyone' } as const;
    expect(firstStep({})).toBe('papers');
    expect(firstStep({ audience: everyone })).toBe('papers');
    expect(firstStep({ papers: [P1] })).toBe('students');
    expect(firstStep({ papers: [P1], audience: everyone })).toBe('day');
  });

  it('lead back by the way that was gone', () => {
    expect(goTo(goTo(['papers'], 'students'), 'day')).toEqual(['papers', 'students', 'day']);
    expect(goTo(['papers', 'students', 'day'], 'students')).toEqual(['papers', 'students']);
    expect(goTo(['day'], 'papers')).toEqual(['day', 'papers']);
  });

  it('pass by what is known, and lead back one by one', () => {
    const draft = draftOf({}, ['physics_hl'], TODAY);
    expect(nextStep('papers', draft)).toBe('students');
    expect(nextStep('papers', { ...draft, audience: { kind: 'everyone' } })).toBe('day');
    expect(nextStep('students', draft)).toBe('day');
    expect([stepBefore('day'), stepBefore('students'), stepBefore('papers')]).toEqual([
      'students',
      'papers',
      undefined,
    ]);
  });
});

it('starts a week from today, in the first subject, or as what is changed', () => {
  expect(draftOf({}, ['physics_hl', 'physics_sl'], TODAY)).toEqual({
    subjectId: 'physics_hl',
    papers: [],
    audience: undefined,
    dueOn: '2026-11-25',
    line: '',
  });
  const changes = { id: 'x', dueOn: '2026-11-06', group: undefined };
  expect(draftOf({ subjectId: 'physics_sl', line: 'Slowly', changes }, ['physics_hl'], TODAY)).toMatchObject({
    subjectId: 'physics_sl',
    dueOn: '2026-11-06',
    line: 'Slowly',
  });
});

it.each([
  ['2026-11-18', '2026-11-20', '2026-11-27'],
  ['2026-11-20', '2026-11-20', '2026-11-27'],
  ['2026-11-21', '2026-11-27', '2026-12-04'],
  ['2026-12-30', '2027-01-01', '2027-01-08'],
])('on %s this Friday is %s and the next %s', (today, thisFriday, nextFriday) => {
  expect(fridays(today)).toEqual({ thisFriday, nextFriday });
});

const takers = [1, 2, 3].map((id) => ({ id }));
const groups = [{ id: 7, name: '12B Physics', students: [2, 9] }];

it('is for everyone who takes it, for a group, or for those chosen, of those who take it', () => {
  const ids = (...[audience]: [Parameters<typeof studentsOf>[0]]) =>
    studentsOf(audience, takers, groups).map(({ id }) => id);
  expect(ids(undefined)).toEqual([]);
  expect(ids({ kind: 'everyone' })).toEqual([1, 2, 3]);
  expect(ids({ kind: 'group', id: 7 })).toEqual([2]);
  expect(ids({ kind: 'group', id: 8 })).toEqual([]);
  expect(ids({ kind: 'chosen', ids: new Set([3, 4]) })).toEqual([3]);
});

it('counts what is done already, whatever version leaves it open', () => {
  const students = [
    { completion: { [P1]: 50, [OLD]: null } },
    { completion: { 'physics_hl-2024-May-paper1': 60, 'physics_hl-2024-May-paper2-TZ2': 70 } },
    { completion: { 'physics_hl-2024-May-paper1-TZ2': 40 } },
  ];
  expect(doneAlready([P1], students)).toBe(2);
  expect(doneAlready([P1, P2, OLD], students)).toBe(4);
});

it('says papers and students in a line each', () => {
  expect(papersWords([P1, P2, OLD])).toBe('May 2024 P1\u00a0TZ1, P2; Nov 2023 P1');
  expect(sittingsOf([P1, P2, OLD]).map(({ name, papers }) => [name, papers.length])).toEqual([
    ['May 2024', 2],
    ['Nov 2023', 1],
  ]);
  const ana = { name: 'Ana Ruiz', email: 'ana@example.org' };
  const ben = { name: null, email: 'ben@example.org' };
  const chosen = { kind: 'chosen', ids: new Set([1, 2]) } as const;
  expect(audienceWords({ kind: 'group', id: 7 }, [ana, ben], groups)).toEqual(['2 students', '12B Physics']);
  expect(audienceWords({ kind: 'everyone' }, [ana], groups)).toEqual(['1 student', 'everyone who takes it']);
  expect(audienceWords(chosen, [ana, ben], groups)).toEqual(['2 students', undefined]);
  expect(audienceWords(chosen, [ben], groups)).toEqual(['1 student', 'ben']);
});

it('becomes what the server is told', () => {
  const draft = {
    subjectId: 'physics_hl',
    papers: [P1, P2],
    audience: { kind: 'chosen', ids: new Set([1, 5]) } as const,
    dueOn: '2026-11-20',
    line: '  ',
  };
  expect(bodyOf(draft, new Set([1, 2]))).toEqual({
    subject_id: 'physics_hl',
    papers: [
      { year: 2024, session: 'May', paper: 'paper1', timezone: 'TZ1' },
      { year: 2024, session: 'May', paper: 'paper2', timezone: null },
    ],
    audience: 'chosen',
    group_id: null,
    student_ids: [1],
    due_on: '2026-11-20',
    line: null,
  });
  expect(bodyOf({ ...draft, audience: { kind: 'group', id: 7 }, line: ' Well ' }, new Set())).toMatchObject({
    audience: 'group',
    group_id: 7,
    student_ids: [],
    line: 'Well',
  });
});
