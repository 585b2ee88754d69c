import type { AttemptChange } from '../../../../../contract/spreadsheet.ts';
import { MOST_ATTEMPTS } from '../../../../../domain/attempts.ts';
import { completionKey, isExistingPaper } from '../../../../../domain/completion-key.ts';
import { type Attempt, type AttemptRow, type FaultyRow, paperOf, type ReadRow } from './rows.ts';

/** What an import would do with each row, given the attempts that there are. */

export type Value = NonNullable<AttemptChange['becomes']>;

type NewRow = { row: AttemptRow; becomes: Value };
export type ChangedRow = NewRow & { mine: Attempt };

export interface ImportPlan {
  added: NewRow[];
  changed: ChangedRow[];
  unchanged: number;
  faulty: FaultyRow[];
}

/**
 * A row is about an attempt of the same paper on the same day. With several of these, first those that are equal belong
 * together; so that a spreadsheet that was downloaded and not touched changes nothing.
 */
export function planImport(rows: readonly ReadRow[], attempts: readonly Attempt[]): ImportPlan {
  const plan: ImportPlan = { added: [], changed: [], unchanged: 0, faulty: [] };
  const mine = new Map<string, Attempt[]>();
  const counts = new Map<string, number>();
  for (const attempt of attempts) {
    const key = completionKey(paperOf(attempt));
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const place = `${key} ${attempt.done_on}`;
    mine.set(place, [...(mine.get(place) ?? []), attempt]);
  }

  const others: AttemptRow[] = [];
  const seen = new Map<string, number>();
  for (const row of rows) {
    if ('fault' in row) {
      plan.faulty.push(row);
      continue;
    }
    const there = mine.get(placeOf(row)) ?? [];
    const index = there.findIndex((attempt) => isSame(row, attempt));
    if (index < 0) others.push(row);
    else {
      there.splice(index, 1);
      plan.unchanged += 1;
      seen.set(contentOf(row), row.row);
    }
  }

  const refuse = ({ row, text }: AttemptRow, fault: string) => plan.faulty.push({ row, text, fault });
  for (const row of others) {
    const twin = seen.get(contentOf(row));
    if (twin !== undefined) {
      refuse(row, `The same as row ${twin}.`);
      continue;
    }
    seen.set(contentOf(row), row.row);
    const key = completionKey(row.paper);
    const count = counts.get(key) ?? 0;
    const attempt = mine.get(placeOf(row))?.shift();
    if (!isExistingPaper(row.paper)) refuse(row, 'There is no such paper.');
    else if (attempt) plan.changed.push({ row, mine: attempt, becomes: valueOf(row, attempt) });
    else if (count >= MOST_ATTEMPTS) refuse(row, `A paper has at most ${MOST_ATTEMPTS} attempts.`);
    else {
      counts.set(key, count + 1);
      plan.added.push({ row, becomes: valueOf(row) });
    }
  }
  plan.faulty.sort((a, b) => a.row - b.row);
  return plan;
}

const placeOf = ({ paper, doneOn }: AttemptRow) => `${completionKey(paper)} ${doneOn}`;
const contentOf = (row: AttemptRow) => JSON.stringify([placeOf(row), row.score, row.marks, row.note]);

/** What a table does not have is not compared, and marks are not where only their score is given. */
const isSame = ({ score, marks, note }: AttemptRow, mine: Attempt): boolean =>
  (score === undefined || score === mine.score) &&
  (marks === null || marks === mine.marks) &&
  (note === undefined || note === mine.note);

function valueOf({ doneOn, score, marks, note }: AttemptRow, mine?: Attempt): Value {
  const [oldScore, oldMarks, oldNote] = [mine?.score ?? null, mine?.marks ?? null, mine?.note ?? null];
  const newScore = score === undefined ? oldScore : score;
  return {
    done_on: doneOn,
    score: newScore,
    marks: marks ?? (newScore === oldScore ? oldMarks : null),
    note: note === undefined ? oldNote : note,
  };
}

/**
 * The call's changes: all that is new, and of what is changed the rows that are taken. `at` tells the new attempts apart,
 * in the order of the rows; the same `at` makes the same changes, so that they can be sent again.
 */
export function changesOf(
  { added, changed }: ImportPlan,
  taken: ReadonlySet<number>,
  at: number,
): AttemptChange[] {
  return [
    ...added.map(({ row, becomes }) => ({
      ...fieldsOf(row),
      entered_at: new Date(at + row.row).toISOString(),
      was: null,
      becomes,
    })),
    ...changed
      .filter(({ row }) => taken.has(row.row))
      .map(({ row, mine: { entered_at, done_on, score, marks, note }, becomes }) => ({
        ...fieldsOf(row),
        entered_at,
        was: { done_on, score, marks, note },
        becomes,
      })),
  ];
}

const fieldsOf = ({ paper: { subjectId, year, session, paper, timezone } }: AttemptRow) => ({
  subject_id: subjectId,
  year,
  session,
  paper,
  timezone,
});

/** Brings back what was before. */
export const reverse = (changes: readonly AttemptChange[]): AttemptChange[] =>
  changes.map((change) => ({ ...change, was: change.becomes, becomes: change.was }));
