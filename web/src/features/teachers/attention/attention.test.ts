import { expect, it } from 'vitest';
import type { AttentionStudent } from '../../../../../contract/attention.ts';
import { attentionOf, whoOf } from './attention.ts';

const one = (id: number, reasons: Partial<AttentionStudent> = {}): AttentionStudent => ({
  id,
  overdue: null,
  scores_down: null,
  idle: null,
  set_aside_until: null,
  ...reasons,
});
const STUDENTS = [
  { id: 1, name: 'Zoë Adams', email: 'zoe@example.org' },
  { id: 2, name: null, email: 'finn@example.org' },
  { id: 3, name: 'Ana Ruiz', email: 'ana@example.org' },
];

it('puts each reason into words, by name, and counts a student once', () => {
  const { count, lines } = attentionOf(
    [
      one(1, { overdue: { papers: 2, since: '2026-11-06' }, idle: { days: 16 } }),
      one(2, { scores_down: 12 }),
      one(3, { idle: { days: null }, overdue: { papers: 1, since: '2025-11-06' } }),
    ],
    STUDENTS,
  );
  expect(count).toBe(3);
  expect(
    lines.map(({ title, students }) => [title, students.map(({ name, reason }) => [name, reason])]),
  ).toEqual([
    [
      'Set work overdue',
      [
        ['Ana Ruiz', expect.stringMatching(/^1 paper overdue since Thu 6 Nov/)],
        ['Zoë Adams', expect.stringMatching(/^2 papers overdue since Fri 6 Nov/)],
      ],
    ],
    ['Scores going down', [['finn', 'Last three scores 12 below the three before']]],
    [
      'Nothing done for 14 days',
      [
        ['Ana Ruiz', 'Nothing done yet'],
        ['Zoë Adams', 'Nothing done for 16 days'],
      ],
    ],
  ]);
  expect(lines.map(whoOf)).toEqual(['Ana Ruiz and 1 more', 'finn', 'Ana Ruiz and 1 more']);
});

it('leaves out who is not shown, and names who is set aside apart', () => {
  const needing = [
    one(1, { idle: { days: 20 } }),
    one(3, { idle: { days: 20 }, set_aside_until: '2026-11-25' }),
  ];
  const ana = { id: 3, name: 'Ana Ruiz', until: expect.stringMatching(/^until Wed 25 Nov/) };
  expect(attentionOf(needing, STUDENTS)).toMatchObject({ count: 1, setAside: [ana] });
  expect(attentionOf(needing, STUDENTS.slice(1))).toEqual({ count: 0, lines: [], setAside: [ana] });
  expect(attentionOf(needing, [])).toEqual({ count: 0, lines: [], setAside: [] });
});
