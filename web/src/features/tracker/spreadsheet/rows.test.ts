import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTE_MAX } from '../../../../../domain/attempts.ts';
import { PAPERS, TIMEZONES } from '../../../../../domain/papers.ts';
import { EXTRA_SUBJECTS, SUBJECTS } from '../../../../../domain/subjects.ts';
import { storedTextProblem } from '../../../../../domain/text.ts';
import { SESSIONS } from '../../../../../domain/years.ts';
import { toCsv } from '../../../format/csv.ts';
import { type Attempt, paperOf, readRows, toRows } from './rows.ts';

const TODAY = '2026-11-17';
const HEAD = 'Subject,Year,Session,Paper,Zone,Date,Score,Note';
const read = (text: string) => readRows(text, TODAY);
const physics = { subjectId: 'physics_hl', year: 2023, session: 'May', paper: 'paper1', timezone: 'TZ1' };

const note = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...Array.from(`a"',;\t\n=+-@ `)), maxLength: 12 }),
  )
  .map((text) => text.trim() || null)
  .filter(
    (text) => text === null || (text.length <= NOTE_MAX && !storedTextProblem(text, { multiline: true })),
  );
const attempt: fc.Arbitrary<Attempt> = fc.record({
  subject_id: fc.constantFrom(...[...SUBJECTS, ...EXTRA_SUBJECTS].map(({ id }) => id)),
  year: fc.integer({ min: 2014, max: 2024 }),
  session: fc.constantFrom(...SESSIONS),
  paper: fc.constantFrom(...PAPERS),
  timezone: fc.constantFrom(null, ...TIMEZONES),
  entered_at: fc.constant('2026-01-02T10:00:00.000Z'),
  done_on: fc
    .date({ min: new Date('2000-01-01'), max: new Date(TODAY), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  score: fc.option(fc.nat(100), { nil: null }),
  marks: fc.constant(null),
  note,
});

it('reads again what it has written', () => {
  fc.assert(
    fc.property(fc.array(attempt, { minLength: 1, maxLength: 8 }), (attempts) => {
      expect(read(toCsv(toRows(attempts)))).toEqual(
        attempts.map((one) => ({
          row: expect.any(Number),
          text: expect.any(String),
          paper: paperOf(one),
          doneOn: one.done_on,
          score: one.score,
          marks: null,
          note: one.note,
        })),
      );
    }),
    { numRuns: 300 },
  );
});

it('writes one row for each attempt, marks as the score they give', () => {
  const one: Attempt = {
    subject_id: 'physics_hl',
    year: 2023,
    session: 'May',
    paper: 'paper1',
    timezone: 'TZ1',
    entered_at: '2026-11-03T10:00:00.000Z',
    done_on: '2026-11-03',
    score: 59,
    marks: '47/80',
    note: '=1+1',
  };
  expect(toRows([one])).toEqual([
    HEAD.split(','),
    ['Physics HL', 2023, 'May', 'Paper 1', 'TZ1', '2026-11-03', 59, '=1+1'],
  ]);
  expect(toCsv(toRows([one]))).toContain("\t'=1+1\r\n");
});

describe('takes', () => {
  it.each([
    ['commas', `${HEAD}\nPhysics HL,2023,May,Paper 1,TZ1,2026-11-03,68,"Slow, part B"`],
    ['semicolons', 'Physics HL;2023;May;Paper 1;TZ1;2026-11-03;68;Slow, part B'],
    ['cells that were pasted', 'Physics HL\t2023\tMay\tPaper 1\tTZ1\t2026-11-03\t68\tSlow, part B'],
    [
      'columns in another order',
      'Notes;Score;Done on;TZ;Paper;Exam session;Year;Subject;Teacher\nSlow, part B;68 %;3.11.2026;1;P1;m;2023;physics_hl;x',
    ],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual([
      {
        row: expect.any(Number),
        text: expect.any(String),
        paper: physics,
        doneOn: '2026-11-03',
        score: 68,
        marks: null,
        note: 'Slow, part B',
      },
    ]);
  });

  it.each([
    ['68', 68, null],
    ['68%', 68, null],
    ['68.00%', 68, null],
    ['0', 0, null],
    ['', null, null],
    ['47/80', 59, '47/80'],
    ['47 of 80', 59, '47/80'],
  ])('the score %j', (text, score, marks) => {
    expect(read(`Physics HL\t2023\tMay\t1\t\t2026-11-03\t${text}`)).toMatchObject([{ score, marks }]);
  });

  it('a table without scores, zones and notes', () => {
    expect(
      read('Subject,Year,Session,Paper,Date\nMathematics: Analysis and Approaches HL,2022,Nov,2,2026-11-03'),
    ).toEqual([
      {
        row: 2,
        text: 'Mathematics: Analysis and Approaches HL, 2022, Nov, 2, 2026-11-03',
        paper: { subjectId: 'math_aa_hl', year: 2022, session: 'November', paper: 'paper2', timezone: null },
        doneOn: '2026-11-03',
        score: undefined,
        marks: null,
        note: undefined,
      },
    ]);
  });
});

it('understands the days of other countries by their column', () => {
  const days = (...texts: string[]) =>
    read(texts.map((text) => `Physics HL\t2023\tMay\t1\t\t${text}`).join('\n')).map((row) =>
      'fault' in row ? row.fault : row.doneOn,
    );
  expect(days('03.11.2026', '3-11-2026', '2026/11/3')).toEqual(['2026-11-03', '2026-11-03', '2026-11-03']);
  expect(days('03/11/2026', '25/12/2025')).toEqual(['2026-11-03', '2025-12-25']);
  expect(days('11/3/2026', '12/25/2025')).toEqual(['2026-11-03', '2025-12-25']);
  expect(days('5/5/2026')).toEqual(['2026-05-05']);
  expect(days('03/11/2026', '2026-02-30', 'yesterday', '')).toEqual([
    '03/11/2026 can be read in two ways. Write the date as in 2026-11-03.',
    'The date must be written as in 2026-11-03.',
    'The date must be written as in 2026-11-03.',
    'The date is missing.',
  ]);
});

describe('says what is wrong with a row', () => {
  it.each([
    ['Alchemy HL\t2023\tMay\t1\t\t2026-11-03', 'There is no subject Alchemy HL.'],
    ['Physics\t2023\tMay\t1\t\t2026-11-03', 'Physics needs its level, HL or SL.'],
    ['\t2023\tMay\t1\t\t2026-11-03', 'The subject is missing.'],
    ['Physics HL\t23\tMay\t1\t\t2026-11-03', 'The year must be four digits.'],
    ['Physics HL\t2023\tMarch\t1\t\t2026-11-03', 'The session must be May or November.'],
    ['Physics HL\t2023\tMay\t4\t\t2026-11-03', 'There is no paper called 4.'],
    ['Physics HL\t2023\tMay\t1\tTZ3\t2026-11-03', 'The zone must be TZ1, TZ2 or empty.'],
    ['Physics HL\t2023\tMay\t1\t\t2026-11-18', 'The date is in the future.'],
    ['Physics HL\t2023\tMay\t1\t\t2026-11-03\t101', 'The score is above 100.'],
    [
      'Physics HL\t2023\tMay\t1\t\t2026-11-03\t68.5',
      'The score must be a whole number from 0 to 100, or marks as in 47/80.',
    ],
    ['Physics HL\t2023\tMay\t1\t\t2026-11-03\t90/80', '90/80 is not a possible mark.'],
    [
      `Physics HL\t2023\tMay\t1\t\t2026-11-03\t\t${'x'.repeat(501)}`,
      'The note is longer than 500 characters.',
    ],
    [
      'Physics HL\t2023\tMay\t1\t\t2026-11-03\t\ta\u202eb',
      'The note cannot be kept. Text direction characters are not allowed.',
    ],
  ])('%j', (text, fault) => {
    expect(read(text)).toEqual([{ row: 1, text: expect.any(String), fault }]);
  });

  it('and with a table', () => {
    expect(() => read(' \n ')).toThrow('There are no rows.');
    expect(() => read(HEAD)).toThrow('There are no rows below the header.');
    expect(() => read('Subject,Year,Session\nPhysics HL,2023,May')).toThrow(
      'The header has no columns Paper, Date.',
    );
    expect(() => read('"Physics HL')).toThrow('A quotation mark in line 1 is not closed.');
  });
});
