import { expect, it } from 'vitest';
import { readStored, writeStored } from '../storage.ts';
import { choosePapers, onlySet, readChosen, shownRange } from './papers-range.ts';

const DEFAULT = { range: { startYear: 2017, endYear: 2024 }, which: 'all' };

it('takes what was chosen, and the students’ default for anything else', () => {
  const range = { startYear: 2014, endYear: 2019 };
  expect(readChosen('2014-2019')).toEqual({ range, which: 'all' });
  expect(readChosen('2014-2019-set')).toEqual({ range, which: 'set' });
  for (const kept of [
    undefined,
    '',
    '2024-2017',
    '2013-2024',
    '2017',
    '2017-2024.0',
    'a-b',
    '2017-2024-none',
  ])
    expect(readChosen(kept)).toEqual(DEFAULT);
  expect(readChosen('set')).toEqual({ ...DEFAULT, which: 'set' });
});

it('made while later years were open, shows those that are, and keeps the others', () => {
  expect(readChosen('2016-2026-set')).toEqual({ range: { startYear: 2016, endYear: 2024 }, which: 'set' });
  expect(readChosen('2025-2026')).toEqual(DEFAULT);
  writeStored('teacherPapers', '2016-2026');
  choosePapers('teacherPapers', { which: 'set' });
  expect(readStored('teacherPapers')).toBe('2016-2026-set');
  choosePapers('teacherPapers', { range: { startYear: 2018, endYear: 2020 } });
  expect(readStored('teacherPapers')).toBe('2018-2020-set');
});

it('is shown as two years, or as the one', () => {
  expect(shownRange({ startYear: 2017, endYear: 2024 })).toBe('2017–2024');
  expect(shownRange({ startYear: 2024, endYear: 2024 })).toBe('2024');
});

it('says which count it is, where it is not the usual one', () => {
  expect(onlySet(readChosen('2014-2019'))).toBe('');
  expect(onlySet(readChosen('2014-2019-set'))).toBe(', only those that were set');
});
