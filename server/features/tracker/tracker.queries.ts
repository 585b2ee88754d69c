import { z } from 'zod';
import { completionKey, type PaperId } from '../../../domain/completion-key.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { isoTime } from '../../db/iso-time.ts';
import { lockUsers } from '../../db/locks.queries.ts';
import type { SessionUser } from '../../http/session.ts';

/** One record to be written. */
export interface CompletionChange extends PaperId {
  userId: number;
  isCompleted: boolean;
  score: number | null;
  marks: string | null;
  /** The day on which it was done, if the user names one. */
  doneOn?: string | undefined;
  /** To oneself; without it the one that is there stays, an empty one removes it. */
  note?: string | undefined;
  /** Brings back what an untick has removed. */
  restores?: boolean | undefined;
}

const subjectsOf = statement(
  z.object({ subject_id: z.string() }),
  `select subject_id from user_subjects where user_id = $1 order by position`,
);
const removeSubjects = command(
  `delete from user_subjects where user_id = $1 and subject_id <> all($2::text[])`,
);
const insertSubjects = command(
  `insert into user_subjects as s (user_id, subject_id, position)
   select $1, subject_id, position from unnest($2::text[]) with ordinality as t (subject_id, position)
   on conflict (user_id, subject_id) do update set position = excluded.position
   where s.position <> excluded.position`,
);

// String concatenation takes half the time of json_object_agg. But for the note, the table allows nothing that JSON would
// have to escape.
const RECORD = `'{"is_completed":' || is_completed || ',"score":' || coalesce(score::text, 'null')
  || coalesce(',"marks":"' || marks || '"', '') || ',"file_count":' || coalesce(file_count, 0)
  || case when is_completed then ',"attempts":' || 1 + earlier_count else ',"attempts":0' end
  || ',"best_score":' || coalesce(greatest(score, earlier_best)::text, 'null')
  || case when is_completed and earlier_count > 0
    then ',"earlier":["' || array_to_string(earlier_days, '","') || '"]' else '' end
  || case when note is not null and $2 then ',"note":' || to_json(note) else '' end
  || ',"completed_at":' || coalesce('"' || ${isoTime('completed_at')} || '"', 'null') || '}'`;
// One statement, so that the version is that of these very records. They are put together only for a reader without them.
const completionMap = statement(
  z.object({ version: z.string(), json: z.string().nullable() }),
  `select version, case when version is distinct from $3 then (
     select '{' || coalesce(string_agg('"' || key || '":' || ${RECORD}, ','), '') || '}'
     from completions
     left join (
       select completion_key as key, count(*) as file_count from files where user_id = $1 group by completion_key
     ) as counts using (key)
     where user_id = $1
   ) end as json
   from (
     select coalesce((select version::text from student_work where user_id = $1), 'none') as version
   ) as current`,
);
const completionRecord = statement(
  z.object({ json: z.string() }),
  `select ${RECORD} as json
   from completions, (select count(*) as file_count from files where user_id = $1 and completion_key = $3) as counts
   where user_id = $1 and key = $3`,
);

const untickedLater = statement(
  z.object({ key: z.string() }),
  `select key from completions join unnest($3::text[], $4::float8[]) as tick (key, age) using (key)
   where user_id = $1 and not is_completed
     and updated_at > least(
       (select created_at from sessions where token_hash = $2), now() - tick.age * interval '1 ms')`,
);

const setCompletions = statement(
  z.object({ user_id: z.int() }),
  `select * from set_completions(
     $1::int[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::int[], $9::text[], $10::date[],
     $11::text[], $12::boolean[], $13
   ) as user_id`,
);

// A row that this transaction has written carries its transaction id.
const writtenHere = statement(
  z.object({ count: z.int() }),
  `select count(*)::int as count from completions
   where user_id = $1 and key = any($2) and xmin = pg_current_xact_id()::xid`,
);

export const listSubjects = async (db: Queries, userId: number): Promise<string[]> =>
  (await db.list(subjectsOf, [userId])).map((row) => row.subject_id);

/** Returns whether the list changed. */
export const replaceSubjects = async (
  tx: Queries,
  userId: number,
  subjects: readonly string[],
): Promise<boolean> => {
  // Of two lists sent at once one wins; they are not merged.
  await lockUsers(tx, [userId]);
  const removed = await tx.run(removeSubjects, [userId, subjects]);
  return (await tx.run(insertSubjects, [userId, subjects])) + removed > 0;
};

/** Notes are to oneself: a visitor is not shown them. */
type Reader = Pick<SessionUser, 'id' | 'visitId'>;

/**
 * All records of a user as the JSON of `GET /completion`, built by PostgreSQL, and their version, another one after each
 * change. For a reader who knows this version there is no JSON.
 */
export const readCompletion = (db: Queries, { id, visitId }: Reader, known: string | null) =>
  db.get(completionMap, [id, visitId === null, known]);
/** Changes with the form of that JSON. */
export const COMPLETION_FORM = completionMap.name.slice(0, 9);
/** One of them. */
export const getRecordJson = async (db: Queries, { id, visitId }: Reader, key: string): Promise<string> =>
  (await db.get(completionRecord, [id, visitId === null, key])).json;

/** Writes records, each paper of a user at most once, with their sums; returns which of the users exist. */
export const writeCompletions = async (
  db: Queries,
  changes: readonly CompletionChange[],
  { keepCompleted = false } = {},
): Promise<Set<number>> => {
  const rows = await db.list(setCompletions, [
    changes.map((change) => change.userId),
    changes.map((change) => change.subjectId),
    changes.map((change) => change.year),
    changes.map((change) => change.session),
    changes.map((change) => change.paper),
    changes.map((change) => change.timezone),
    changes.map((change) => change.isCompleted),
    changes.map((change) => change.score),
    changes.map((change) => change.marks),
    changes.map((change) => change.doneOn ?? null),
    changes.map((change) => change.note ?? null),
    changes.map((change) => change.restores ?? false),
    keepCompleted,
  ]);
  return new Set(rows.map((row) => row.user_id));
};

/** How many of these papers, all of one user, this transaction has changed. */
export const countWritten = async (tx: Queries, changes: readonly CompletionChange[]): Promise<number> =>
  (await tx.get(writtenHere, [changes[0]?.userId, changes.map(completionKey)])).count;

/** How long ago, in milliseconds, a guest ticked the paper, if that is known. */
export type GuestTick = CompletionChange & { age: number | null };

/**
 * Ticks what a user did as a guest and keeps what the account has: its ticks, and the unticks that were made later,
 * even if they arrive earlier: since the guest's tick, and in any case since the login, which comes after all work as a
 * guest. Returns the keys that stay unticked.
 */
export const mergeCompletions = async (
  tx: Queries,
  { id, tokenHash }: { id: number; tokenHash: Buffer },
  ticks: readonly GuestTick[],
): Promise<Set<string>> => {
  // Before the query: an untick that is just being written counts too.
  await lockUsers(tx, [id]);
  const ages = ticks.map(({ age }) => age);
  const rows = await tx.list(untickedLater, [id, tokenHash, ticks.map(completionKey), ages]);
  const unticked = new Set(rows.map(({ key }) => key));
  await writeCompletions(
    tx,
    ticks.filter((tick) => !unticked.has(completionKey(tick))),
    { keepCompleted: true },
  );
  return unticked;
};
