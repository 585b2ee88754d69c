import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  averageOf,
  columnGroups,
  columnName,
  type GridStudent,
  gridCells,
  gridFileName,
  gridRows,
  offeredPapers,
  setMark,
  sortRows,
} from './class-grid.ts';

let id = 0;
const student = (given: Partial<GridStudent>): GridStudent => ({
  id: (id += 1),
  name: null,
  email: `student${id}@x.org`,
  timezones: {},
  sits: 'both',
  last_activity: null,
  completion: {},
  again: {},
  files: {},
  set: {},
  words: {},
  ...given,
});
const year = { range: { startYear: 2020, endYear: 2020 }, which: 'all' } as const;
const keysOf = (students: GridStudent[]) =>
  columnGroups('math_aa_sl', year, students).flatMap(({ columns }) => columns.map(({ key }) => key));

describe('the columns', () => {
  it('are the papers that were set, newest sitting first, with their usual variants', () => {
    expect(keysOf([])).toEqual([
      'math_aa_sl-2020-November-paper1-TZ1',
      'math_aa_sl-2020-November-paper1-TZ2',
      'math_aa_sl-2020-November-paper2-TZ1',
      'math_aa_sl-2020-November-paper2-TZ2',
    ]);
    const groups = columnGroups(
      'math_aa_sl',
      { range: { startYear: 2020, endYear: 2021 }, which: 'all' },
      [],
    );
    expect(groups.map((group) => `${group.session} ${group.year}`)).toEqual([
      'May 2021',
      'November 2021',
      'November 2020',
    ]);
  });

  it('leave out a variant that nobody sits, unless it is done', () => {
    const [one, other] = [student({ sits: 'TZ2' }), student({ sits: 'TZ2' })];
    const second = ['math_aa_sl-2020-November-paper1-TZ2', 'math_aa_sl-2020-November-paper2-TZ2'];
    expect(keysOf([one, other])).toEqual(second);
    expect(keysOf([one, student({ sits: 'TZ1' })])).toHaveLength(4);
    const done = 'math_aa_sl-2020-November-paper1-TZ1';
    expect(keysOf([one, { ...other, completion: { [done]: 1 } }])).toEqual([done, ...second]);
  });

  it('hide nothing that somebody has done', () => {
    const plain = 'math_aa_sl-2020-November-paper2';
    expect(keysOf([student({ completion: { [plain]: 50 } })])).toContain(plain);
    const zoned = columnGroups('philosophy_sl', year, [
      student({ completion: { 'philosophy_sl-2020-November-paper1-TZ2': null } }),
    ]);
    expect(zoned[0]?.columns.map(columnName)).toEqual([
      'November 2020 Paper 1',
      'November 2020 Paper 1 TZ2',
      'November 2020 Paper 2',
    ]);
  });
});

describe('what can be set', () => {
  const range = { startYear: 2020, endYear: 2021 };
  const offered = (which: 'all' | 'set', ...chosen: string[]) =>
    offeredPapers('math_aa_hl', { range, which }, [], chosen)
      .flatMap(({ columns }) => columns)
      .filter(({ paper }) => paper === 'paper1');
  const versions = [
    'May 2021 Paper 1 TZ1',
    'May 2021 Paper 1 TZ2',
    'November 2021 Paper 1',
    'November 2020 Paper 1',
  ];

  it('is each paper in the versions that it had, and one that was never set with the reason', () => {
    expect(offered('all').map(columnName)).toEqual(versions);
    expect(offered('all').map(({ notSet }) => notSet)).toEqual([
      undefined,
      undefined,
      undefined,
      'before first exams, May 2021',
    ]);
    expect(offered('set').map(columnName)).toEqual(versions.slice(0, 3));
  });

  it('holds whatever is chosen', () => {
    const chosen = ['math_aa_hl-2021-November-paper1-TZ2', 'math_aa_hl-2020-November-paper1-TZ1'];
    for (const which of ['all', 'set'] as const)
      expect(offered(which, ...chosen).map(({ key }) => key)).toEqual(expect.arrayContaining(chosen));
  });

  it('keeps the single column of a paper that the grid shows as one', () => {
    const may = { range: { startYear: 2024, endYear: 2024 }, which: 'all' } as const;
    const [first] = offeredPapers('philosophy_sl', may, [], []);
    expect(first?.columns.map(columnName)).toEqual(['May 2024 Paper 1', 'May 2024 Paper 2']);
  });
});

describe('what is set', () => {
  const mark = { set_id: 'x', due_on: '2026-11-20', state: 'to_do' } as const;

  it('has a column, in whatever version it was set', () => {
    const plain = 'math_aa_sl-2020-November-paper2';
    expect(keysOf([student({ set: { [plain]: mark } })])).toContain(plain);
    expect(
      columnGroups('math_aa_sl', year, [], [plain]).flatMap(({ columns }) => columns.map(({ key }) => key)),
    ).toContain(plain);
  });

  it('is marked once: on the whole paper, if it has a column', () => {
    const chosen = { range: year.range, which: 'set' } as const;
    const [first, second] = ['TZ1', 'TZ2'].map((zone) => `physics_hl-2020-November-paper1-${zone}`);
    const students = [
      student({ completion: { [first ?? '']: 50, [second ?? '']: 60 }, set: { [second ?? '']: mark } }),
    ];
    const [row] = gridRows('physics_hl', chosen, students);
    const columns = columnGroups('physics_hl', chosen, students)
      .flatMap((group) => group.columns)
      .filter(({ paper }) => paper === 'paper1');
    expect(columns.map((column) => row && setMark(column, row))).toEqual([mark, undefined]);
  });
});

describe('where only papers that were set count', () => {
  const chosen = { range: { startYear: 2020, endYear: 2022 }, which: 'set' } as const;
  const dropped = 'physics_hl-2022-May-paper3-TZ1';
  const zoned = 'physics_hl-2020-November-paper1-TZ2';

  it('columns of papers that were not go, unless somebody has done one', () => {
    const names = (students: GridStudent[]) =>
      columnGroups('physics_hl', chosen, students).flatMap(({ columns }) =>
        columns.map((column) => `${columnName(column)}${column.notSet ? `: ${column.notSet}` : ''}`),
      );
    expect(names([]).filter((name) => name.includes('Paper 3'))).toEqual(['November 2020 Paper 3']);
    expect(names([]).filter((name) => name.includes('November'))).toHaveLength(7);
    const shown = names([student({ completion: { [dropped]: 50, [zoned]: 60 } })]);
    expect(shown).toContain('May 2022 Paper 3 TZ1: Paper 3 was dropped in 2021 and 2022');
    expect(shown).not.toContain('November 2020 Paper 1 TZ2');
    expect(columnGroups('visual_arts_sl', chosen, [])).toEqual([]);
  });

  it('a paper of one version has one column, whatever it was ticked under, and another for what is besides', () => {
    const [plain, first, second] = ['', '-TZ1', '-TZ2'].map(
      (zone) => `physics_hl-2020-November-paper1${zone}`,
    );
    const ticked = (...keys: (string | undefined)[]) =>
      student({ completion: Object.fromEntries(keys.map((key, at) => [key, 50 + at])) });
    const cells = (students: GridStudent[]) => {
      const groups = columnGroups('physics_hl', { ...chosen, range: year.range }, students);
      const table = gridCells(gridRows('physics_hl', chosen, students), groups, 'set');
      return table.map((line) => line.slice(5, -2));
    };
    expect(cells([ticked(first), ticked(second), ticked(plain)])).toEqual([
      ['November 2020 Paper 1'],
      [50],
      [50],
      [50],
      [50],
    ]);
    // A tick is shown once: of the third student as the paper.
    expect(cells([ticked(first, second), ticked(), ticked(second)])).toEqual([
      ['November 2020 Paper 1', 'November 2020 Paper 1 TZ2'],
      [50, 51],
      [null, null],
      [50, null],
      [50, 51],
    ]);
  });

  it('rows count those, and a file says that they do', () => {
    const students = [student({ completion: { [dropped]: 50, [zoned]: 60 } })];
    const rows = gridRows('physics_hl', chosen, students);
    // Of one version in November, the tick under a zone is the paper's; what was never set counts nowhere.
    expect(rows[0]?.progress).toEqual({ completed: 1, total: 15, percentage: 7 });
    const [heads] = gridCells(rows, columnGroups('physics_hl', chosen, students), 'set');
    expect(heads).toEqual(
      expect.arrayContaining(['Total (only papers that were set)', 'May 2022 Paper 3 TZ1 (not set)']),
    );
  });
});

describe('the rows', () => {
  it('count as the student’s own tracker does', () => {
    const completion = { 'math_aa_sl-2020-November-paper1': 0, 'math_aa_sl-2019-May-paper1': 90 };
    const [usual, plain, one] = gridRows('math_aa_sl', year, [
      student({ completion }),
      student({ completion, timezones: { paper1: false } }),
      student({ completion, sits: 'TZ2' }),
    ]);
    expect(usual?.progress).toEqual({ completed: 0, total: 4, percentage: 0 });
    expect(plain?.progress).toEqual({ completed: 1, total: 3, percentage: 33 });
    expect(one?.progress).toEqual({ completed: 0, total: 2, percentage: 0 });
  });

  it('are sorted by name, by progress, by the last activity, and back', () => {
    const key = (paper: number) => `math_aa_sl-2020-November-paper${paper}-TZ1`;
    const rows = gridRows('math_aa_sl', year, [
      student({ name: 'Zoë', completion: { [key(1)]: 1 }, last_activity: '2026-01-02T00:00:00Z' }),
      student({ name: 'amelie', completion: { [key(1)]: 1, [key(2)]: null } }),
      student({ name: 'Élodie', last_activity: '2026-03-01T00:00:00Z' }),
    ]);
    const names = (...[order, reversed]: [Parameters<typeof sortRows>[1], boolean?]) =>
      sortRows(rows, order, reversed).map(({ name }) => name);
    expect(names('name')).toEqual(['amelie', 'Élodie', 'Zoë']);
    expect(names('progress')).toEqual(['amelie', 'Zoë', 'Élodie']);
    expect(names('activity')).toEqual(['Élodie', 'Zoë', 'amelie']);
    expect(names('activity', true)).toEqual(['amelie', 'Zoë', 'Élodie']);
  });

  it('have an average of the scores alone, where 0 is one', () => {
    const [first, second] = columnGroups('math_aa_sl', year, [])[0]?.columns ?? [];
    if (!first || !second) throw new Error('There are no columns.');
    const rows = gridRows(
      'math_aa_sl',
      year,
      [0, 51, null].map((score) => student({ completion: { [first.key]: score } })),
    );
    expect(averageOf(rows, first)).toBe(26);
    expect(averageOf(rows, second)).toBeNull();
  });
});

it('leaves as cells: scores as numbers, done as a word, blank as nothing', () => {
  const students = [
    student({
      name: '=cmd()',
      email: 'a@x.org',
      completion: {
        'visual_arts_sl-2020-November-paper1': 0,
      },
      last_activity: '2026-03-01T10:00:00Z',
    }),
    student({ email: 'b@x.org', completion: { 'visual_arts_sl-2020-November-paper1': null } }),
    student({ email: 'c@x.org' }),
  ];
  const groups = columnGroups('visual_arts_sl', year, students);
  expect(gridCells(gridRows('visual_arts_sl', year, students), groups, 'all')).toEqual([
    ['Name', 'Email', 'Completed', 'Total', 'Last activity', 'November 2020 Paper 1'],
    ['=cmd()', 'a@x.org', 1, 1, '2026-03-01', 0],
    ['b', 'b@x.org', 1, 1, null, 'done'],
    ['c', 'c@x.org', 0, 1, null, null],
    ['Average', null, null, null, null, 0],
  ]);
});

describe('the day of the last activity', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['Pacific/Auckland', '2026-03-02T13:30:00Z', '2026-03-03'],
    ['America/Los_Angeles', '2026-03-02T01:30:00Z', '2026-03-01'],
  ])('leaves as the reader in %s sees it', (zone, time, day) => {
    vi.stubEnv('TZ', zone);
    const rows = gridRows('visual_arts_sl', year, [student({ last_activity: time })]);
    expect(gridCells(rows, [], 'all')[1]?.[4]).toBe(day);
  });
});

it('names the file of an export by the subject, the group and the papers', () => {
  const range = { startYear: 2017, endYear: 2024 };
  expect(gridFileName('physics_hl', { range, which: 'all' }, undefined)).toBe(
    'class-physics_hl-2017-2024.csv',
  );
  expect(gridFileName('physics_hl', { range, which: 'set' }, { name: ' 12B / Physics! ' })).toBe(
    'class-physics_hl-12b-physics-2017-2024-only-set.csv',
  );
});
