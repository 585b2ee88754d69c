import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PaperId } from '../../../domain/completion-key.ts';
import type { Database } from '../../db/database.ts';
import { NotFoundError } from '../../errors.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createPerson, createSchool } from '../../testing/people.ts';
import { addAttempt, changeAttempt, listAttempts, removeAttempt } from './attempts.queries.ts';
import { changeAttempts } from './spreadsheet.queries.ts';
import { listSumDifferences } from './sums.queries.ts';
import {
  countSums,
  deletePerson,
  emptyAll,
  listWrongRecords,
  moveMonths,
  movePerson,
  recountSums,
  spoilSchoolPeople,
  spoilStudentWork,
  switchConfirmed,
  takeSubject,
} from './sums.test.queries.ts';
import { type CompletionChange, replaceSubjects, writeCompletions } from './tracker.queries.ts';

/**
 * The statistics' sums are exact after any history, also one that happens all at once, and every record is the newest of
 * its attempts.
 */

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
  note: fc.constantFrom<string | undefined>(undefined, '', 'Slow.'),
  restores: fc.boolean(),
});

const attempt = fc.record({
  who: fc.nat(3),
  subjectId: fc.constantFrom('math_aa_hl', 'physics_hl'),
  year: fc.constantFrom(2022, 2023),
  score: fc.option(fc.nat(100), { nil: null }),
  doneOn: fc.constantFrom('2026-01-30', '2026-01-31', '2026-02-01'),
  minute: fc.integer({ min: 10, max: 14 }),
});
type Attempt = typeof attempt extends fc.Arbitrary<infer T> ? T : never;

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const toPaper = ({ subjectId, year }: Pick<Change, 'subjectId' | 'year'>): PaperId => ({
  subjectId,
  year,
  session: 'November',
  paper: 'paper1',
  timezone: null,
});
const toRow = ({ who, isCompleted, score, doneOn, note, restores, ...paper }: Change): CompletionChange => ({
  ...toPaper(paper),
  userId: people[who] ?? 0,
  isCompleted,
  score: isCompleted ? score : null,
  marks: null,
  doneOn,
  note,
  restores,
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
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('again'), attempt }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('change', 'remove'), attempt, which: fc.nat(3) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('spreadsheet'),
      who: fc.nat(3),
      attempts: fc.array(attempt, { minLength: 1, maxLength: 6 }),
      removes: fc.boolean(),
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
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('subjects'),
      who: fc.nat(3),
      subjects: fc.shuffledSubarray(['math_aa_hl', 'physics_hl', 'history_hl']),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('take', 'confirm'), who: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('later') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), who: fc.nat(3) }) },
) as fc.Arbitrary<
  | { kind: 'write' | 'bulk'; changes: Change[] }
  | { kind: 'again'; attempt: Attempt }
  | { kind: 'change' | 'remove'; attempt: Attempt; which: number }
  | { kind: 'spreadsheet'; who: number; attempts: Attempt[]; removes: boolean }
  | { kind: 'move'; who: number; school: number | null; role: string }
  | { kind: 'subjects'; who: number; subjects: string[] }
  | { kind: 'take' | 'confirm'; who: number }
  | { kind: 'later' }
  | { kind: 'delete'; who: number }
>;

/** What a user does with the attempts of a paper, if it has any. */
const performAttempt = async (
  kind: 'change' | 'remove',
  { who, score, doneOn, ...rest }: Attempt,
  which: number,
) => {
  const userId = people[who] ?? 0;
  const attempts = await listAttempts(db, userId, toPaper(rest));
  const id = attempts[which % (attempts.length || 1)]?.id ?? 0;
  if (kind === 'remove') await removeAttempt(db, userId, id);
  else await changeAttempt(db, userId, id, { doneOn, score, marks: null, note: '' });
};

/** Adds attempts, and changes those that are there, or removes these. */
const performSpreadsheet = async (who: number, attempts: readonly Attempt[], removes: boolean) => {
  const userId = people[who] ?? 0;
  const changes = [];
  for (const { score, doneOn, minute, ...rest } of unlike(attempts)) {
    const enteredAt = `2026-02-01T10:${minute}:00.000Z`;
    const there = await listAttempts(db, userId, toPaper(rest));
    const mine = there.find(({ entered_at }) => entered_at === enteredAt);
    const was = mine
      ? { done_on: mine.done_on, score: mine.score, marks: mine.marks, note: mine.note }
      : null;
    const becomes = was && removes ? null : { done_on: doneOn, score, marks: null, note: null };
    changes.push({ ...toPaper(rest), enteredAt, was, becomes });
  }
  await changeAttempts(db, userId, changes);
};
const unlike = (attempts: readonly Attempt[]) => [
  ...new Map(attempts.map((one) => [`${one.subjectId} ${one.year} ${one.minute}`, one])).values(),
];

const performSubjects = (userId: number, subjects: readonly string[]) =>
  db.transaction((tx) => replaceSubjects(tx, userId, subjects));

type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const perform = async (what: Act): Promise<void> => {
  if (what.kind === 'write' || what.kind === 'bulk') {
    await writeCompletions(db, unique(what.changes.map(toRow)), { keepCompleted: what.kind === 'bulk' });
  } else if (what.kind === 'again') {
    const { who, minute, score, doneOn, ...paper } = what.attempt;
    const enteredAt = `2026-02-01T10:${minute}:00.000Z`;
    await addAttempt(db, people[who] ?? 0, toPaper(paper), {
      score,
      doneOn,
      marks: null,
      note: null,
      enteredAt,
    });
  } else if (what.kind === 'change' || what.kind === 'remove') {
    await performAttempt(what.kind, what.attempt, what.which);
  } else if (what.kind === 'spreadsheet') {
    await performSpreadsheet(what.who, what.attempts, what.removes);
  } else if (what.kind === 'move') {
    const schoolId = what.school === null ? null : (schools[what.school] ?? null);
    await db.transaction((tx) => movePerson(tx, people[what.who] ?? 0, schoolId, what.role));
  } else if (what.kind === 'subjects') {
    await performSubjects(people[what.who] ?? 0, what.subjects);
  } else if (what.kind === 'take') {
    await takeSubject(db, people[what.who] ?? 0, 'physics_hl');
  } else if (what.kind === 'confirm') {
    await switchConfirmed(db, people[what.who] ?? 0);
  } else if (what.kind === 'delete') {
    await db.transaction((tx) => deletePerson(tx, people[what.who] ?? 0));
  } else {
    // Moves earlier ticks back by a month: later ticks fall in another month.
    await moveMonths(db);
  }
};

/** Whoever was deleted before, or is meanwhile, is not found. */
const performUnlessGone = async (what: Act): Promise<void> => {
  try {
    await perform(what);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
};

test('after any history, step by step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 25 }), async (history) => {
      await populate();
      for (const step of history) {
        await performUnlessGone(step);
        expect(await listSumDifferences(db)).toEqual([]);
        expect(await listWrongRecords(db)).toEqual([]);
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
      await Promise.all(history.map(performUnlessGone));
      expect(await listSumDifferences(db)).toEqual([]);
      expect(await listWrongRecords(db)).toEqual([]);
    }),
    // The same once more goes another way: a smaller history would not be found.
    { numRuns: 25, endOnFailure: true },
  );
});

test('a difference is found and named, and a recount corrects it', async () => {
  await writeCompletions(db, [
    {
      ...toPaper({ subjectId: 'math_aa_hl', year: 2023 }),
      userId: people[0] ?? 0,
      isCompleted: true,
      score: 50,
      marks: null,
    },
  ]);
  expect(await countSums(db)).toBe(1);
  await countSums(db, { andSpoil: true });
  expect(await listSumDifferences(db)).toEqual([
    {
      sum: 'subject',
      row: `${schools[0]} math_aa_hl`,
      kept: '(8,50,1,"{0,0,1,0,0}")',
      counted: '(1,50,1,"{0,0,1,0,0}")',
    },
  ]);
  await recountSums(db);
  expect(await listSumDifferences(db)).toEqual([]);
});

test('so is one of what is kept of a student, and of how many people a school has', async () => {
  const [userId = 0] = people;
  await performSubjects(userId, ['physics_hl', 'math_aa_hl']);
  const paper: PaperId = { ...toPaper({ subjectId: 'math_aa_hl', year: 2022 }), year: 2014 };
  await writeCompletions(db, [{ ...paper, userId, isCompleted: true, score: 50, marks: null }]);
  await spoilStudentWork(db, userId);
  await spoilSchoolPeople(db, schools[0] ?? 0);
  // A year of each subject: the twelfth bit is the first paper of November, and 50 times 256 with one score is 12801.
  expect(await listSumDifferences(db)).toEqual([
    { sum: 'people', row: `${schools[0]}`, kept: '(2,0,3,2)', counted: '(2,0,2,2)' },
    {
      sum: 'student',
      row: `${userId}`,
      kept: `(${schools[0]},"physics_hl math_aa_hl","",AAAAADIB)`,
      counted: `(${schools[0]},"physics_hl math_aa_hl",AAAAABAA,AAAAADIB)`,
    },
  ]);
  await recountSums(db);
  expect(await listSumDifferences(db)).toEqual([]);
});
