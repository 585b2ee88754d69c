import { describe, expect, test } from 'vitest';
import { foldsIn } from './folds.ts';
import { sittingsOf } from './sittings.ts';

const wordsOf = (subjectId: string, ticked: readonly string[] = []) => {
  const range = { startYear: 2017, endYear: 2024 };
  const sittings = sittingsOf({ subjectId, range, which: 'set' });
  const isFolded = ({ id, papers }: (typeof sittings)[number]) =>
    !ticked.includes(id) && papers.every(({ notSet }) => notSet !== undefined);
  const folded = new Set(sittings.filter(isFolded).map(({ id }) => id));
  return foldsIn(sittings, folded).map((line) => ('words' in line ? line.words : line.id));
};

describe('sittings without papers', () => {
  test('are one line for as long as the reason is the same', () => {
    expect(wordsOf('math_aa_hl').slice(-2)).toEqual([
      '2021-November',
      '2017–2020: before first exams, May 2021',
    ]);
    expect(wordsOf('visual_arts_sl')).toEqual(['2017–2024: coursework only, without a written exam']);
  });

  test('stay open where something is ticked, and the others say exactly which they are', () => {
    expect(wordsOf('math_aa_hl', ['2019-May']).slice(-3)).toEqual([
      '2020: before first exams, May 2021',
      '2019-May',
      '2017–2018, November 2019: before first exams, May 2021',
    ]);
    expect(wordsOf('math_aa_hl', ['2018-November']).slice(-3)).toEqual([
      'May 2018, 2019–2020: before first exams, May 2021',
      '2018-November',
      '2017: before first exams, May 2021',
    ]);
    expect(wordsOf('math_aa_hl', ['2020-November', '2019-May', '2018-May']).slice(-3)).toEqual([
      'November 2019: before first exams, May 2021',
      '2018-May',
      '2017, November 2018: before first exams, May 2021',
    ]);
  });
});
