import { describe, expect, it } from 'vitest';
import { toCsv } from '../../../format/csv.ts';
import { changesOf, planImport, reverse } from './plan-import.ts';
import { type Attempt, readRows, toRows } from './rows.ts';

const TODAY = '2026-11-17';
const paper = {
  subject_id: 'physics_hl',
  year: 2023,
  session: 'May',
  paper: 'paper1',
  timezone: 'TZ1',
} as const;
let entered = 0;
const mine = (values: Partial<Attempt> = {}): Attempt => ({
  ...paper,
  entered_at: new Date(1_770_000_000_000 + entered++).toISOString(),
  done_on: '2026-11-03',
  score: 68,
  marks: null,
  note: null,
  ...values,
});
const plan = (attempts: readonly Attempt[], ...lines: string[]) =>
  planImport(readRows(lines.join('\n'), TODAY), attempts);
const line = (rest: string) => `Physics HL\t2023\tMay\tPaper 1\tTZ1\t${rest}`;

describe('a row is', () => {
  it('unchanged if all that its table has is the same', () => {
    const attempt = mine({ marks: '54/80', note: 'Slow.' });
    expect(plan([attempt], line('2026-11-03\t68\tSlow.'))).toMatchObject({ unchanged: 1, changed: [] });
    const head = 'Subject\tYear\tSession\tPaper\tZone\tDate';
    expect(plan([attempt], head, line('2026-11-03'))).toMatchObject({ unchanged: 1, changed: [] });
    expect(plan([attempt], line('2026-11-03\t54/80\tSlow.'))).toMatchObject({ unchanged: 1 });
  });

  it('changed if something else is there of that paper on that day', () => {
    const attempt = mine({ marks: '54/80', note: 'Slow.' });
    const { changed } = plan([attempt], line('2026-11-03\t72\tSlow.'));
    expect(changed).toMatchObject([
      { mine: attempt, becomes: { done_on: '2026-11-03', score: 72, marks: null, note: 'Slow.' } },
    ]);
    // Marks stay with their score.
    expect(plan([attempt], line('2026-11-03\t68\tQuick.')).changed).toMatchObject([
      { becomes: { score: 68, marks: '54/80', note: 'Quick.' } },
    ]);
  });

  it('new on another day, of another paper, or if there are more of it', () => {
    const attempts = [mine({ score: 50 }), mine({ score: 60 })];
    const { added, changed, unchanged } = plan(
      attempts,
      line('2026-11-04\t68'),
      line('2026-11-03\t70'),
      line('2026-11-03\t60'),
      line('2026-11-03\t80'),
      'Physics HL\t2023\tMay\tPaper 1\t\t2026-11-03\t68',
    );
    expect(unchanged).toBe(1);
    expect(changed).toMatchObject([{ mine: { score: 50 }, becomes: { score: 70 } }]);
    expect(added.map(({ row, becomes }) => [row.row, becomes.score])).toEqual([
      [1, 68],
      [4, 80],
      [5, 68],
    ]);
  });

  it('faulty if it is there twice, was never set, or is one too many', () => {
    const many = Array.from({ length: 49 }, (_, n) => mine({ score: n }));
    const { faulty, added } = plan(
      many,
      line('2026-11-04\t1'),
      line('2026-11-04\t1'),
      line('2026-11-05\t1'),
      'Physics HL\t2020\tMay\tPaper 1\t\t2026-11-03\t68',
      'Alchemy\t2020',
    );
    expect(added).toHaveLength(1);
    expect(faulty.map(({ row, fault }) => [row, fault])).toEqual([
      [2, 'The same as row 1.'],
      [3, 'A paper has at most 50 attempts.'],
      [4, 'There is no such paper.'],
      [5, 'There is no subject Alchemy.'],
    ]);
  });
});

it('an untouched spreadsheet changes nothing, even if a paper was done twice alike', () => {
  const attempts = [mine(), mine(), mine({ marks: '54/80' }), mine({ note: "'=1" }), mine({ score: null })];
  expect(plan(attempts, toCsv(toRows(attempts)))).toEqual({
    added: [],
    changed: [],
    unchanged: 5,
    faulty: [],
  });
});

it('what is sent is all that is new and what was taken, and its reverse brings back what was', () => {
  const attempt = mine({ note: 'Mine.' });
  const planned = plan([attempt], line('2026-11-03\t72'), line('2026-11-04\t80'), line('2026-11-05\t81'));
  const at = Date.parse('2026-11-17T12:00:00.000Z');
  const added = (day: string, score: number, entered_at: string) => ({
    ...paper,
    entered_at,
    was: null,
    becomes: { done_on: day, score, marks: null, note: null },
  });
  const both = [
    added('2026-11-04', 80, '2026-11-17T12:00:00.002Z'),
    added('2026-11-05', 81, '2026-11-17T12:00:00.003Z'),
  ];
  expect(changesOf(planned, new Set(), at)).toEqual(both);
  const changes = changesOf(planned, new Set([1]), at);
  expect(changes).toEqual([
    ...both,
    {
      ...paper,
      entered_at: attempt.entered_at,
      was: { done_on: '2026-11-03', score: 68, marks: null, note: 'Mine.' },
      becomes: { done_on: '2026-11-03', score: 72, marks: null, note: null },
    },
  ]);
  expect(reverse(reverse(changes))).toEqual(changes);
  expect(reverse(changes)[0]).toMatchObject({ was: { score: 80 }, becomes: null });
});
