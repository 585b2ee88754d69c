import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createPerson, createSchool } from '../../testing/people.ts';
import { listSumDifferences } from './sums.queries.ts';
import {
  countSums,
  deletePerson,
  emptyAll,
  moveMonths,
  movePerson,
  recountSums,
} from './sums.test.queries.ts';
import { type CompletionChange, writeCompletions } from './tracker.queries.ts';

/** The statistics' sums are exact after any history, also one that happens all at once. */

let store: TestDatabase;
let db: Database;
let schools: number[];
let people: number[];
beforeAll(async () => {
  store = await createTestDatabase();
  db = store.db;
});
afterAll(() => store.drop());

const populate = async () => {
  await emptyAll(db);
  schools = [await createSchool(db), await createSchool(db)];
  people = [];
  for (const schoolId of [schools[0], schools[0], schools[1], undefined]) {
    people.push((await createPerson(db, 'student', schoolId ? { schoolId } : {})).id);
  }
};
beforeEach(populate);

const change = fc.record({
  who: fc.nat(3),
  subjectId: fc.constantFrom('math_aa_hl', 'physics_hl'),
  year: fc.constantFrom(2022, 2023),
  isCompleted: fc.boolean(),
  score: fc.option(fc.nat(100), { nil: null }),
  doneOn: fc.constantFrom<string | undefined>(undefined, '2026-01-31', '2026-02-01'),
});

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const toRow = ({ who, subjectId, year, isCompleted, score, doneOn }: Change): CompletionChange => ({
  userId: people[who] ?? 0,
  subjectId,
  year,
  session: 'November',
  paper: 'paper1',
  timezone: null,
  isCompleted,
  score: isCompleted ? score : null,
  marks: null,
  doneOn,
});

const unique = (rows: CompletionChange[]) => [
  ...new Map(rows.map((row) => [`${row.userId} ${row.subjectId} ${row.year}`, row])).values(),
];

const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write'),
      changes: fc.array(change, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bulk'),
      changes: fc.array(change, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move'),
      who: fc.nat(3),
      school: fc.option(fc.nat(1), { nil: null }),
      role: fc.constantFrom('student', 'teacher'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('later') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), who: fc.nat(3) }) },
) as fc.Arbitrary<
  | { kind: 'write' | 'bulk'; changes: Change[] }
  | { kind: 'move'; who: number; school: number | null; role: string }
  | { kind: 'later' }
  | { kind: 'delete'; who: number }
>;

const perform = async (what: typeof act extends fc.Arbitrary<infer T> ? T : never): Promise<void> => {
  if (what.kind === 'write' || what.kind === 'bulk') {
    await writeCompletions(db, unique(what.changes.map(toRow)), { keepCompleted: what.kind === 'bulk' });
  } else if (what.kind === 'move') {
    const schoolId = what.school === null ? null : (schools[what.school] ?? null);
    await db.transaction((tx) => movePerson(tx, people[what.who] ?? 0, schoolId, what.role));
  } else if (what.kind === 'delete') {
    await db.transaction((tx) => deletePerson(tx, people[what.who] ?? 0));
  } else {
    // Moves earlier ticks back by a month: later ticks fall in another month.
    await moveMonths(db);
  }
};

test('after any history, step by step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 25 }), async (history) => {
      await populate();
      for (const step of history) {
        await perform(step);
        expect(await listSumDifferences(db)).toEqual([]);
      }
    }),
    { numRuns: 40 },
  );
});

test('after any history, all at once', async () => {
  const together = act.filter(({ kind }) => kind !== 'later');
  await fc.assert(
    fc.asyncProperty(fc.array(together, { minLength: 8, maxLength: 40 }), async (history) => {
      await populate();
      await Promise.all(history.map(perform));
      expect(await listSumDifferences(db)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test('a difference is found and named, and a recount corrects it', async () => {
  await writeCompletions(db, [
    toRow({ who: 0, subjectId: 'math_aa_hl', year: 2023, isCompleted: true, score: 50, doneOn: undefined }),
  ]);
  expect(await countSums(db)).toBe(1);
  await countSums(db, { andSpoil: true });
  expect(await listSumDifferences(db)).toEqual([
    { sum: 'subject', row: `${schools[0]} math_aa_hl`, kept: '(8,50,1)', counted: '(1,50,1)' },
  ]);
  await recountSums(db);
  expect(await listSumDifferences(db)).toEqual([]);
});
