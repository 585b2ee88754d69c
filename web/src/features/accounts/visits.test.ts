import { expect, it } from 'vitest';
import type { Visit } from '../../../../contract/accounts.ts';
import { VISIT_CHANGES } from '../../../../domain/audit.ts';
import { mostTelling, whatOf, whenOf } from './visits.ts';

const at = (hour: number, minute: number) => new Date(2026, 10, 16, hour, minute).toISOString();
const visit = { started_at: at(14, 2), ended_at: at(14, 20), changes: [] };

it.each([
  [{ ended_at: at(14, 20) }, '16 Nov 2026, 14:02 – 14:20'],
  [{ ended_at: at(14, 2) }, '16 Nov 2026, 14:02'],
  [{ ended_at: null }, '16 Nov 2026, 14:02 – now'],
  [{ started_at: at(23, 50), ended_at: at(24, 5) }, '16 Nov 2026, 23:50 – 00:05'],
])('says of %j when it was', (change, words) => {
  expect(whenOf({ ...visit, ...change })).toBe(words);
});

it('says what was changed, that nothing was, or that nobody knows', () => {
  expect(whatOf(visit)).toBe('Nothing was changed.');
  expect(whatOf({ ...visit, changes: null })).toBe('Changes were not recorded at the time.');
  expect(whatOf({ ...visit, changes: [{ kind: 'papers', count: 1 }] })).toBe('1 change to a paper.');
  expect(
    whatOf({
      ...visit,
      changes: [
        { kind: 'subjects', count: 1 },
        { kind: 'papers', count: 1200 },
        { kind: 'files_removed', count: 1 },
      ],
    }),
  ).toBe('Subjects changed, 1,200 changes to papers, 1 file removed.');
});

it('has words of its own for each kind of change', () => {
  const words = VISIT_CHANGES.map((kind) => whatOf({ ...visit, changes: [{ kind, count: 2 }] }));
  expect(new Set(words).size).toBe(VISIT_CHANGES.length);
});

it('puts the visits with changes before others where there is room for few', () => {
  const some: Visit = { ...visit, changes: [{ kind: 'papers', count: 1 }] };
  const visits = [visit, visit, visit, some, visit, some].map(
    (one, n): Visit => ({ ...one, started_at: at(23 - n, 0) }),
  );
  const placesOf = (count: number) => mostTelling(visits, count).map((one) => visits.indexOf(one));
  expect(placesOf(3)).toEqual([0, 3, 5]);
  expect(placesOf(1)).toEqual([3]);
  expect(placesOf(9)).toEqual([0, 1, 2, 3, 4, 5]);
});
