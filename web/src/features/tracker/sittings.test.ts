import { expect, test } from 'vitest';
import { sittingsOf } from './sittings.ts';

test('a year begins with its first sitting, which in 2020 was November', () => {
  const sittings = sittingsOf({ subjectId: 'history_sl', range: { startYear: 2019, endYear: 2021 } });
  expect(sittings.filter(({ beginsYear }) => beginsYear).map(({ id }) => id)).toEqual([
    '2021-May',
    '2020-November',
    '2019-May',
  ]);
});
