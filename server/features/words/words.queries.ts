import { z } from 'zod';
import { MOST_WORDS } from '../../../domain/words.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { isoTime } from '../../db/iso-time.ts';
import { isRestorable } from '../../db/undo.queries.ts';
import { attemptsToShow } from '../tracker/attempts.queries.ts';

/**
 * Links `l` between a teacher `t` and a student `s`, with each subject `ts` that the two have in common now. This is the
 * only place that says who may write to whom about what, and it is asked at every use: it ends with the link, with
 * either's role, and with either's subject, and comes back with them.
 */
const PAIRS = `teacher_students l
   join users t on t.id = l.teacher_id and t.role = 'teacher'
   join users s on s.id = l.student_id and l.status = 'active' and s.role = 'student'
   join teacher_subjects ts on ts.teacher_id = t.id
   join user_subjects us on us.user_id = s.id and us.subject_id = ts.subject_id`;

/** The words `w` between two such people. Those that their writer has deleted are still there for a day. */
const ALL_WORDS = `${PAIRS}
   join words w on w.teacher_id = t.id and w.student_id = s.id and split_part(w.completion_key, '-', 1) = ts.subject_id`;
/** The words that the two see. */
const WORDS = `${ALL_WORDS} and w.removed_at is null`;

/** Whoever is a party to it sees it, and nobody else. */
export const IS_VISIBLE = `exists (select from ${WORDS} where w.id = words.id)`;

type Side = 'teacher' | 'student';
/** Of the two, the one whose id is `$1`, with what they wrote. */
const ME = {
  teacher: { is: `l.teacher_id = $1`, wrote: `w.is_from_teacher` },
  student: { is: `l.student_id = $1`, wrote: `not w.is_from_teacher` },
} as const satisfies Record<Side, unknown>;

const word = z.object({
  id: z.string(),
  is_mine: z.boolean(),
  text: z.string(),
  written_at: z.string(),
});
const wordJson = (side: Side) => `json_build_object(
  'id', w.id, 'is_mine', ${ME[side].wrote}, 'text', w.text, 'written_at', ${isoTime('w.created_at')})`;

/** Part of a `with`: what was written to whoever asks has been read. One statement: whatever is shown has been noted. */
const reading = (side: Side, which: string) => `noted as (
     update words set read_at = now() where id in (
       select w.id from ${WORDS} where ${ME[side].is} and ${which} and not (${ME[side].wrote}) and w.read_at is null)
   )`;

const ofStudent = statement(
  z.object({ words: z.array(word) }),
  `with ${reading('teacher', 'l.id = $2 and w.completion_key = $3')}
   select coalesce((
     select json_agg(${wordJson('teacher')} order by w.created_at, w.id)
     from words w
     where w.teacher_id = t.id and w.student_id = s.id and w.completion_key = $3 and w.removed_at is null), '[]') as words
   from ${PAIRS} where ${ME.teacher.is} and l.id = $2 and ts.subject_id = split_part($3, '-', 1)`,
);

const ofTeachers = statement(
  z.object({
    link_id: z.int(),
    teacher: z.string(),
    may_answer: z.boolean(),
    words: z.array(word),
  }),
  `with ${reading('student', 'w.completion_key = $2')}
   select l.id as link_id, coalesce(t.username, t.email) as teacher, bool_or(w.is_from_teacher) as may_answer,
     json_agg(${wordJson('student')} order by w.created_at, w.id) as words
   from ${WORDS} where ${ME.student.is} and w.completion_key = $2
   group by l.id, t.id order by min(w.created_at), l.id`,
);

const papers = statement(
  z.object({ teacher: z.string(), link_id: z.int(), key: z.string(), unread: z.int() }),
  `select coalesce(t.username, t.email) as teacher, l.id as link_id, w.completion_key as key,
     (count(*) filter (where w.is_from_teacher and w.read_at is null))::int as unread
   from ${WORDS} where ${ME.student.is}
   group by l.id, t.id, w.completion_key order by max(w.created_at) desc, l.id, w.completion_key`,
);

/**
 * By link, the papers with words and how many of those the teacher has not read, as JSON. `which` chooses among the
 * links `l` and the subjects of `ts`.
 */
export const wordsForTeacher = (which: string) => `(
     select link_id, json_object_agg(completion_key, unread) as words from (
       select l.id as link_id, w.completion_key,
         count(*) filter (where not w.is_from_teacher and w.read_at is null) as unread
       from ${WORDS} where ${which} group by l.id, w.completion_key
     ) as counts group by link_id)`;

const pair = z.object({ teacher_id: z.int(), student_id: z.int() });
// Held, so that of the last words that fit no two are counted as the last.
const toStudent = statement(
  pair,
  `select l.teacher_id, l.student_id from ${PAIRS}
   where ${ME.teacher.is} and l.id = $2 and ts.subject_id = split_part($3, '-', 1) for no key update of l`,
);
const toTeacher = statement(
  pair,
  `select l.teacher_id, l.student_id from ${PAIRS}
   where ${ME.student.is} and l.id = $2 and ts.subject_id = split_part($3, '-', 1) and exists (
     select from words w where w.teacher_id = t.id and w.student_id = s.id and w.completion_key = $3
       and w.is_from_teacher and w.removed_at is null)
   for no key update of l`,
);
const insert = statement(
  z.object({ is_full: z.boolean() }),
  `with there as (
     select count(*) >= ${MOST_WORDS} as is_full from words
     where teacher_id = $2 and student_id = $3 and completion_key = $4 and removed_at is null
   ), made as (
     insert into words (id, teacher_id, student_id, completion_key, is_from_teacher, text)
     select $1, $2, $3, $4, $5, $6 from there where not is_full
     on conflict (id) do nothing
   )
   select is_full from there`,
);

const own = (side: Side) =>
  statement(
    word,
    `select w.id, true as is_mine, w.text, ${isoTime('w.created_at')} as written_at from ${WORDS}
     where ${ME[side].is} and ${ME[side].wrote} and w.id = $2 and l.id = $3 and w.completion_key = $4`,
  );
const removing = (side: Side) =>
  command(
    `update words set removed_at = now() where id in (
       select w.id from ${WORDS} where ${ME[side].is} and ${ME[side].wrote} and w.id = $2)`,
  );
const restoring = (side: Side) =>
  command(
    `update words set removed_at = null where id in (
       select w.id from ${ALL_WORDS} where ${ME[side].is} and ${ME[side].wrote} and w.id = $2
         and ${isRestorable('w.removed_at')}
       for no key update of l)`,
  );
const isOverfull = statement(
  z.object({ is_overfull: z.boolean() }),
  `select count(*) > ${MOST_WORDS} as is_overfull
   from words w join words one using (teacher_id, student_id, completion_key)
   where one.id = $1 and w.removed_at is null`,
);
const STATEMENTS = {
  teacher: {
    pair: toStudent,
    own: own('teacher'),
    remove: removing('teacher'),
    restore: restoring('teacher'),
  },
  student: {
    pair: toTeacher,
    own: own('student'),
    remove: removing('student'),
    restore: restoring('student'),
  },
};

const attempts = statement(
  z.object({
    attempts: z.array(z.object({ id: z.int(), done_on: z.string(), score: z.int().nullable() })),
  }),
  `select ${attemptsToShow('s.id', '$3')} as attempts from ${PAIRS}
   where ${ME.teacher.is} and l.id = $2 and ts.subject_id = split_part($3, '-', 1)`,
);

/** When a student did a paper. Throws 404 unless the two share its subject. */
export const getStudentsAttempts = (db: Queries, teacherId: number, linkId: number, key: string) =>
  db.get(attempts, [teacherId, linkId, key]);

/** What the two wrote about a paper, which is read by that. Throws 404 unless they share its subject. */
export const readWordsOfStudent = (db: Queries, teacherId: number, linkId: number, key: string) =>
  db.get(ofStudent, [teacherId, linkId, key]);

/** The same with every teacher of the student, by teacher. */
export const readWordsOfTeachers = (db: Queries, studentId: number, key: string) =>
  db.list(ofTeachers, [studentId, key]);

/** The papers that a student and a teacher wrote about, the latest first. */
export const listPapersWithWords = (db: Queries, studentId: number) => db.list(papers, [studentId]);

interface NewWord {
  id: string;
  linkId: number;
  key: string;
  text: string;
}

/**
 * Returns the word; sent again, the one that is there. Throws 404 for whom it may not be written to. Undefined when the
 * paper has as many as it takes.
 */
export const writeWord = async (
  tx: Queries,
  side: Side,
  userId: number,
  { id, linkId, key, text }: NewWord,
): Promise<z.infer<typeof word> | undefined> => {
  const { teacher_id, student_id } = await tx.get(STATEMENTS[side].pair, [userId, linkId, key]);
  const values = [id, teacher_id, student_id, key, side === 'teacher', text];
  const { is_full: isFull } = await tx.get(insert, values);
  const mine = [userId, id, linkId, key];
  return isFull ? tx.find(STATEMENTS[side].own, mine) : tx.get(STATEMENTS[side].own, mine);
};

/** Return 0 for what is not the user's own, or between two who may not write to each other now. */
export const removeWord = (db: Queries, side: Side, userId: number, id: string) =>
  db.run(STATEMENTS[side].remove, [userId, id]);
export const restoreWord = (tx: Queries, side: Side, userId: number, id: string) =>
  tx.run(STATEMENTS[side].restore, [userId, id]);
/** Whether a paper has more than it takes, now that this word is back. */
export const hasTooMany = async (tx: Queries, id: string): Promise<boolean> =>
  (await tx.get(isOverfull, [id])).is_overfull;
