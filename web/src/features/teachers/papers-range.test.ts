import { expect, it } from 'vitest';
import { readRange, shownRange } from './papers-range.ts';

it('takes the years that were chosen, and the students’ default for anything else', () => {
  expect(readRange('2014-2019')).toEqual({ startYear: 2014, endYear: 2019 });
  for (const kept of [undefined, '', '2024-2017', '2013-2024', '2017', '2017-2024.0', 'a-b'])
    expect(readRange(kept)).toEqual({ startYear: 2017, endYear: 2024 });
});

it('is shown as two years, or as the one', () => {
  expect(shownRange({ startYear: 2017, endYear: 2024 })).toBe('2017–2024');
  expect(shownRange({ startYear: 2024, endYear: 2024 })).toBe('2024');
});
