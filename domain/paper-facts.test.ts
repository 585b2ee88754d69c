import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paperFacts } from './paper-facts.ts';
import { type Paper, papersOfSitting } from './papers.ts';
import { SESSIONS, type Session } from './years.ts';

const of = (subjectId: string, year: number, session: Session, paper: Paper) =>
  paperFacts({ subjectId, year, session, paper });

test('marks and minutes are those of docs/catalogue.csv; a paper that was not set has none', () => {
  const number = (text: string | undefined) => (text ? Number(text) : undefined);
  const lines = readFileSync(new URL('../docs/catalogue.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  let compared = 0;
  for (const line of lines.slice(1)) {
    const [subject = '', , from, to, sessions, paper, isSet, , marks, minutes] = line.split(',');
    for (let year = Number(from); year <= Number(to); year += 1) {
      for (const session of SESSIONS.filter((one) => sessions === 'both' || sessions === one)) {
        const offered = papersOfSitting({ subjectId: subject, year, session });
        if (!offered.some((one) => one.paper === paper)) continue;
        const cell = `${subject} ${year} ${session} ${paper}`;
        expect(of(subject, year, session, paper as Paper), cell).toEqual({
          mostMarks: isSet === 'no' ? undefined : number(marks),
          minutes: isSet === 'no' ? undefined : number(minutes),
        });
        compared += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(2500);
});

test('what people know best', () => {
  expect(of('english_a_lit_sl', 2023, 'May', 'paper2')).toEqual({ mostMarks: 30, minutes: 105 });
  expect(of('english_b_hl', 2020, 'November', 'paper2')).toEqual({
    mostMarks: undefined,
    minutes: undefined,
  });
});

test('of a later year, or of no paper at all, nothing is known', () => {
  const nothing = { mostMarks: undefined, minutes: undefined };
  expect(of('english_a_lit_sl', 2025, 'May', 'paper1')).toEqual(nothing);
  expect(of('alchemy_hl', 2023, 'May', 'paper1')).toEqual(nothing);
});
