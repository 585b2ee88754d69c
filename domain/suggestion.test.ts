import { expect, test } from 'vitest';
import { completionKey } from './completion-key.ts';
import { suggestNext } from './suggestion.ts';

const suggest = (scores: Record<string, number | null>, overrides = {}) =>
  suggestNext({
    subjectId: 'theatre_sl',
    range: { startYear: 2022, endYear: 2024 },
    overrides,
    read: (paper) => {
      const score = scores[completionKey(paper)];
      return { isCompleted: score !== undefined, score: score ?? null };
    },
  }).map(({ paper, reason, score }) => [completionKey(paper), reason, score]);

const ALL = ['2024-November', '2024-May', '2023-November', '2023-May', '2022-November', '2022-May'];
const keys = (...sittings: string[]) => sittings.map((sitting) => `theatre_sl-${sitting}-paper1`);

test('nothing done: the most recent sitting, which is November', () => {
  expect(suggest({})).toEqual([['theatre_sl-2024-November-paper1', 'most recent', null]]);
});

test('the lowest score comes first, then the most recent not done', () => {
  const [newest = '', second = '', third = ''] = keys(...ALL);
  expect(suggest({ [newest]: 44, [second]: 0, [third]: 51 })).toEqual([
    [second, 'lowest score', 0],
    ['theatre_sl-2023-May-paper1', 'most recent', null],
  ]);
});

test('of two equal scores the more recent one', () => {
  const [newest = '', second = ''] = keys(...ALL);
  expect(suggest({ [newest]: 30, [second]: 30 })[0]).toEqual([newest, 'lowest score', 30]);
});

test('a good score, or none, does not suggest repeating', () => {
  const [newest = '', second = ''] = keys(...ALL);
  expect(suggest({ [newest]: 60, [second]: null })).toEqual([
    ['theatre_sl-2023-November-paper1', 'most recent', null],
  ]);
});

test('all done with good scores: nothing', () => {
  expect(suggest(Object.fromEntries(keys(...ALL).map((key) => [key, 80])))).toEqual([]);
});

test('variants are papers of their own where they are on', () => {
  const overrides = { theatre_sl: { paper1: true } };
  expect(suggest({ 'theatre_sl-2024-November-paper1-TZ1': 90 }, overrides)).toEqual([
    ['theatre_sl-2024-November-paper1-TZ2', 'most recent', null],
  ]);
});
