import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Availability, availability } from './catalogue.ts';
import { CATALOGUE } from './catalogue-table.ts';
import { PAPERS, type Paper, papersOfSitting } from './papers.ts';
import { SUBJECTS } from './subjects.ts';
import { SESSIONS, type Session, years } from './years.ts';

const at = (subjectId: string, year: number, session: Session, paper: Paper) =>
  availability({ subjectId, year, session }, paper);
const set = (versions?: 1 | 2): Availability => ({ state: 'set', versions });
const notSet = (reason: string): Availability => ({ state: 'not set', reason });

const hasPaper = (subjectId: string, paper: string | undefined) =>
  papersOfSitting({ subjectId, year: 2023, session: 'May' }).some((one) => one.paper === paper);

/** What docs/catalogue.csv says, and how the product says it. */
const WORDS: [csv: RegExp, product: RegExp][] = [
  [/^May 2020 session was not held$/, /^the May 2020 exams were not held$/],
  [/^before first exams \(May 2021\)$/, /^before first exams, May 2021$/],
  [
    /^(?:SL )?(Paper \d) removed 2021-2022 \(COVID adaptation\)$/,
    /^(Paper \d) was dropped in 2021 and 2022$/,
  ],
  [/^coursework only: no written examination$/, /^coursework only, without a written exam$/],
  [/^HL essay is coursework: no session paper$/, /^the HL essay is coursework$/],
  [/^HL essay exists only from the 2021 guide$/, /^the HL essay began in 2021$/],
  [/^Paper 3 only from the 2024 guide$/, /^Paper 3 began in May 2024$/],
  [/^Paper 3 only from 2026 \(HL had two presentations\)$/, /^Paper 3 begins in 2026$/],
  [/^not offered at HL before 2026$/, /^not offered at HL before 2026$/],
  [/^listening paper ended with the 2022 guide: portfolios only$/, /^the listening paper ended in 2021$/],
];

test('the product says of every cell what docs/catalogue.csv says', () => {
  const seen = new Map<string, Availability>();
  const lines = readFileSync(new URL('../docs/catalogue.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  for (const line of lines.slice(1)) {
    const [subject = '', , from, to, sessions, paper, isSet, zones = '', , , reason = ''] = line.split(',');
    if (!hasPaper(subject, paper)) continue;
    for (let year = Number(from); year <= Number(to); year += 1) {
      for (const session of SESSIONS.filter((one) => sessions === 'both' || sessions === one)) {
        const cell = `${subject}-${year}-${session}-${paper}`;
        expect(seen.has(cell), `${cell} is listed twice`).toBe(false);
        const said = at(subject, year, session, paper as Paper);
        seen.set(cell, said);
        if (isSet === 'unknown') expect(said, cell).toEqual({ state: 'unknown' });
        else if (isSet === 'yes') expect(said, cell).toEqual(set(({ 1: 1, 2: 2 } as const)[zones]));
        else {
          const [csv, product] = WORDS.find(([pattern]) => pattern.test(reason)) ?? [];
          expect(said, cell).toEqual(notSet(expect.stringMatching(product ?? /never/)));
          // Of the same paper.
          if (said.state === 'not set')
            expect(product?.exec(said.reason)?.[1], cell).toBe(csv?.exec(reason)?.[1]);
        }
      }
    }
  }

  // And it leaves out no cell that the tracker has.
  for (const { id: subjectId } of SUBJECTS)
    for (const year of years())
      for (const session of SESSIONS)
        for (const { paper } of papersOfSitting({ subjectId, year, session }))
          expect(seen.has(`${subjectId}-${year}-${session}-${paper}`), `${subjectId} ${year}`).toBe(true);
});

test('the table has nothing but papers that a subject has, and a sign for each sitting', () => {
  for (const [name, signs] of Object.entries(CATALOGUE)) {
    expect(signs, name).toMatch(/^[12y?a-z]{2}( [12y?a-z]{2})+$/);
    const [subjectId = '', paper] = name.split(' ');
    expect(hasPaper(subjectId, paper), name).toBe(true);
  }
});

test('May 2020 was not held', () => {
  for (const { id } of SUBJECTS)
    for (const paper of PAPERS)
      if (`${id} ${paper}` in CATALOGUE)
        expect(at(id, 2020, 'May', paper)).toEqual(notSet('the May 2020 exams were not held'));
});

test.each(['biology', 'chemistry', 'physics'])('%s had no Paper 3 in 2021 and 2022', (subject) => {
  for (const id of [`${subject}_sl`, `${subject}_hl`]) {
    for (const year of [2021, 2022])
      for (const session of SESSIONS)
        expect(at(id, year, session, 'paper3')).toEqual(notSet('Paper 3 was dropped in 2021 and 2022'));
    expect(at(id, 2019, 'May', 'paper3').state).toBe('set');
    expect(at(id, 2023, 'May', 'paper3').state).toBe('set');
    // In one version, the last year before TZ1 and TZ2.
    expect(at(id, 2016, 'May', 'paper1')).toEqual(set(1));
    expect(at(id, 2019, 'May', 'paper1')).toEqual(set(2));
  }
});

test('mathematics begins in May 2021', () => {
  for (const id of ['math_aa_sl', 'math_aa_hl', 'math_ai_sl', 'math_ai_hl']) {
    expect(at(id, 2020, 'November', 'paper1')).toEqual(notSet('before first exams, May 2021'));
    expect(at(id, 2021, 'May', 'paper1').state).toBe('set');
  }
});

test('Business Management HL has a Paper 3 from May 2024', () => {
  expect(at('business_hl', 2023, 'November', 'paper3')).toEqual(notSet('Paper 3 began in May 2024'));
  expect(at('business_hl', 2024, 'May', 'paper3').state).toBe('set');
});

test('most Novembers before 2023 had one version', () => {
  const versions = SUBJECTS.flatMap(({ id }) =>
    years()
      .filter((year) => year < 2023)
      .map((year) => at(id, year, 'November', 'paper1')),
  ).filter((one) => one.state === 'set');
  expect(versions.length).toBeGreaterThan(0);
  expect(versions.filter((one) => one.versions === 2)).toEqual([]);
});

test('what nobody looked up is unknown', () => {
  expect(at('latin_hl', 2020, 'May', 'paper1')).toEqual({ state: 'unknown' });
  expect(at('physics_hl', 2025, 'May', 'paper1')).toEqual({ state: 'unknown' });
  expect(at('physics_hl', 2013, 'May', 'paper1')).toEqual({ state: 'unknown' });
  expect(at('italian_b_hl', 2023, 'November', 'paper1')).toEqual({ state: 'unknown' });
});
