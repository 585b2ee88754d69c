import { z } from 'zod';
import { completionKey, type PaperId } from '../../../domain/completion-key.ts';
import { TIMEZONES } from '../../../domain/papers.ts';
import { type Audience, keysThatCount, SHOWN_DAYS } from '../../../domain/set-work.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { isoTime } from '../../db/iso-time.ts';
import { isRestorable } from '../../db/undo.queries.ts';
import { groupsSeenBy, MEMBERS } from '../teachers/groups.queries.ts';
import { CALLED, REACHED } from '../teachers/links.queries.ts';

/** The earliest day that has not ended everywhere on Earth at that time: what is due on it can still be done. */
const openDay = (at: string) => `(${at} at time zone 'UTC' - interval '12 hours')::date`;
const TODAY = openDay('now()');
/** Of set work `w`: what of it is not done is overdue. */
const IS_PAST_DUE = `w.due_on < ${TODAY}`;
/** Students and grids show it no longer than this; a teacher's list does. */
const IS_SHOWN = `w.due_on >= ${TODAY} - ${SHOWN_DAYS}`;

/** Set work `w` that its teacher can see: sight of it ends with the subject, and comes back with it. */
const SEEN = `set_work w
   join users t on t.id = w.teacher_id and t.role = 'teacher' and w.withdrawn_at is null
   join teacher_subjects ts on ts.teacher_id = w.teacher_id and ts.subject_id = w.subject_id`;

/**
 * Whom set work `w` is for now, as an array of links. This is the only place that says so, and it is asked at every use: who
 * joins a group later gets what is still open, and who leaves has nothing left.
 */
const MEANT = `case w.audience
     when 'everyone' then array(
       select l.id from teacher_students l
       where l.teacher_id = w.teacher_id and l.status = 'active' and ${openDay('l.activated_at')} <= w.due_on)
     when 'group' then array(
       select m.link_id from ${MEMBERS} as m
       where m.group_id = w.group_id and m.teacher_id = w.teacher_id and ${openDay('m.joined_at')} <= w.due_on)
     else array(select c.link_id from set_work_students c where c.set_id = w.id) end`;
const work = (sets: string) => `work as materialized (
       select w.*, coalesce(t.username, t.email) as teacher, ${MEANT} as meant from ${SEEN} where ${sets}
     )`;
/** With more of each student, if need be. */
const people = (links: string, more = '') => `people as materialized (
       select l.id as link_id, l.student_id, ${CALLED} as name, ${REACHED} as email,
         array(select subject_id from user_subjects where user_id = s.id) as subjects ${more}
       from teacher_students l join users s on s.id = l.student_id and s.role = 'student'
       where l.status = 'active' and ${links}
     )`;

/**
 * For whom it is, of the teachers' links `l` that `links` chooses and the set work `w` that `sets` chooses. Where
 * `takes_subject` is false, the student sees nothing of it, and the teacher nothing of their papers.
 */
const recipients = (links: string, sets: string) => `(
     with ${work(sets)}, ${people(links)}
     select work.id as set_id, teacher, subject_id, audience, due_on, line, created_at, link_id, student_id, name, email,
       subject_id = any(subjects) as takes_subject
     from people join work on link_id = any(meant))`;

/** The day of an attempt: the one that was named, which is kept as 10:00, or one that had not ended everywhere. */
const dayOfAttempt = (at: string) =>
  `case when (${at} at time zone 'UTC')::time = '10:00' then day_of(${at}) else ${openDay(at)} end`;
/** The first day on which the paper of a record `c` was done. */
const FIRST_DAY = `least(${dayOfAttempt('c.completed_at')}, case when c.earlier_count > 0 then (
     select min(${dayOfAttempt('e.completed_at')}) from earlier_attempts e
     where e.user_id = c.user_id and e.completion_key = c.key) end)`;

/** Of as many keys as make a paper done at most: that without a variant, and one for each. */
const DONE_ON = `least(${[null, ...TIMEZONES].map((_, n) => `(days->>counts[${n + 1}])::date`).join(', ')})`;
/** Of such a paper, with its `due_on` and `done_on`. */
const STATE = `case
     when done_on is null then case when due_on < ${TODAY} then 'overdue' else 'to_do' end
     when done_on > due_on then 'late' else 'done' end`;
const workAndPapers = (sets: string) => `${work(sets)}, papers as materialized (
       select p.*, subject_id, due_on, created_at, meant from set_work_papers p join work on work.id = p.set_id
     )`;
/** Of a student with link `l`, and of all papers. */
const recordsThatCount = (what: string) => `
     select ${what} from completions c
     where c.user_id = l.student_id and c.is_completed and c.key = any(array(select unnest(counts) from papers))`;
/**
 * The papers of recipients who take the subject, one row each, with their state. What a student has done is looked up once,
 * for all of their papers: paper by paper takes several times as long. The day is reckoned once, hence the offset.
 */
const statesOf = (links: string, sets: string) => `(
     with ${workAndPapers(sets)}, ${people(links, `, (${recordsThatCount(`jsonb_object_agg(c.key, ${FIRST_DAY})`)}) as days`)}
     select *, ${STATE} as state from (
       select set_id, link_id, student_id, subject_id, due_on, created_at, position, key, counts, ${DONE_ON} as done_on
       from people join papers on subject_id = any(subjects) and link_id = any(meant) offset 0
     ) as days offset 0)`;
const shown = (sets: string) => `${IS_SHOWN} and ${sets}`;

/** Of such papers those alone that are overdue, for which no day of an attempt needs to be known. */
export const overduePapers = (links: string, sets: string) => `(
     with ${workAndPapers(shown(`${IS_PAST_DUE} and ${sets}`))}, ${people(links, `, array(${recordsThatCount('c.key')}) as done`)}
     select link_id, due_on, key
     from people join papers on subject_id = any(subjects) and link_id = any(meant) and not counts && done)`;

/** The bits that stand for the records that make a set paper `p` done, all of one year. */
const MASK = `(select bit_or(1 << paper_bit(split_part(k, '-', 3), split_part(k, '-', 4), split_part(k, '-', 5)))
       from unnest(p.counts) as k)`;
const DAYS_DONE = `(select min(${FIRST_DAY}) from completions c
       where c.user_id = student_id and c.is_completed and c.key = any(counts::text[]))`;
/**
 * For a whole school, what is set, one row for each paper and student `s` that `students` chooses: `is_done` from what is
 * kept about the subject, without a look at records. Only of those that are done a day is looked up for `is_late`, if it is
 * asked for. The papers of a set come with it, as arrays: nobody knows beforehand how many there are, so in a join each
 * student of a set would be compared with all papers of the school.
 */
export const setAtSchool = (teachers: string, students: string) => `(
     with ${work(shown(`w.teacher_id = any(${teachers})`))}, given as materialized (
       select work.*, places, masks, counts
       from work cross join lateral (
         select array_agg(split_part(p.key, '-', 2)::int - 2013) as places, array_agg(${MASK}) as masks,
           array_agg(p.counts::text) as counts
         from set_work_papers p where p.set_id = work.id
       ) as papers
     )
     select *, case when is_done then ${DAYS_DONE} > due_on else false end as is_late from (
       select given.id as set_id, given.teacher_id, s.id as student_id, given.subject_id, due_on, p.counts,
         coalesce(done_in(k.done, place) & mask, 0) <> 0 as is_done
       from given cross join unnest(meant) as m (link_id)
       join teacher_students l on l.id = m.link_id and l.status = 'active'
       join users s on s.id = l.student_id and s.role = 'student' and ${students}
       join user_subjects us on us.user_id = s.id and us.subject_id = given.subject_id
       left join subject_work k on k.user_id = s.id and k.subject_id = given.subject_id
       cross join unnest(places, masks, given.counts) as p (place, mask, counts)
     ) as each_paper)`;
/** By teacher, how many times papers are set whose day is still to come. */
export const openSets = (teachers: string) => `(
     select w.teacher_id, count(*)::int as set_open
     from ${SEEN} where w.teacher_id = any(${teachers}) and not ${IS_PAST_DUE} group by w.teacher_id)`;

/** By link, what is set and not simply done, as JSON: of a paper that is set twice the more urgent. */
export const setInGrid = (links: string, sets: string) => `(
     select link_id, json_object_agg(key, json_build_object('set_id', set_id, 'due_on', due_on, 'state', state)) as set
     from (
       select distinct on (link_id, key) link_id, key, set_id, due_on, state
       from ${statesOf(links, shown(sets))} as papers where state <> 'done'
       order by link_id, key, array_position(array['overdue', 'to_do'], state), due_on, set_id
     ) as urgent group by link_id)`;

/** Of one student, what is set, as JSON. */
export const setForStudent = (link: string, sets: string) => `(
     select coalesce(json_agg(json_build_object(
       'set_id', set_id, 'subject_id', subject_id, 'due_on', due_on, 'papers', papers
     ) order by due_on, created_at, set_id), '[]') as set
     from (
       select set_id, subject_id, due_on, created_at, json_object_agg(key, state) as papers
       from ${statesOf(link, shown(sets))} as papers group by set_id, subject_id, due_on, created_at
     ) as sets)`;

/** The fields of an entry besides its students. `c` are the counts. */
const ENTRY = `'id', w.id, 'subject_id', w.subject_id,
     'papers', (select json_agg(p.key order by p.position) from set_work_papers p where p.set_id = w.id),
     'due_on', w.due_on, 'line', w.line, 'created_at', ${isoTime('w.created_at')}, 'audience', w.audience,
     'group', (select json_build_object('id', g.id, 'name', g.name) from groups g where g.id = w.group_id),
     'total', coalesce(c.total, 0), 'done', coalesce(c.done, 0), 'late', coalesce(c.late, 0),
     'overdue', coalesce(c.overdue, 0)`;
const inState = (state: string) => `count(*) filter (where state = '${state}')`;
const entriesOf = (links: string, sets: string) => `${SEEN}
   left join (
     select set_id, count(distinct link_id) as students, count(*) as total, ${inState('done')} as done,
       ${inState('late')} as late, ${inState('overdue')} as overdue
     from ${statesOf(links, sets)} as papers group by set_id
   ) as c on c.set_id = w.id
   where ${sets}`;

const json = z.object({ json: z.string() });
/** All of a teacher's links, or those in group `$2`. */
const IN_GROUP = `l.teacher_id = $1 and ($2::int is null or l.id in (
     select link_id from ${MEMBERS} as m where m.group_id = $2 and m.teacher_id = $1))`;
const entries = statement(
  json,
  `select json_build_object('sets', coalesce(json_agg(json_build_object(
     ${ENTRY}, 'students', coalesce(c.students, 0)
   ) order by w.due_on desc, w.created_at desc, w.id), '[]'))::text as json
   from ${entriesOf(IN_GROUP, 'w.teacher_id = $1')} and ($2::int is null or c.students > 0)
   having $2::int is null or $2 in (select id from ${groupsSeenBy('$1')} as seen)`,
);
const MINE = 'w.id = $1 and w.teacher_id = $2';
const MY_LINKS = 'l.teacher_id = $2';
const entry = statement(
  json,
  `select json_build_object(${ENTRY}, 'students', coalesce(c.students, 0))::text as json from ${entriesOf(MY_LINKS, MINE)}`,
);
const one = statement(
  json,
  `select json_build_object(${ENTRY},
     'students', coalesce((
       select json_agg(json_build_object(
         'id', id, 'name', name, 'email', email, 'takes_subject', takes_subject, 'papers', coalesce(papers, '{}')
       ) order by lower(coalesce(name, email)), id)
       from (
         select r.link_id as id, name, email, takes_subject, papers
         from ${recipients(MY_LINKS, MINE)} as r
         left join (
           select link_id, json_object_agg(key, json_build_object('state', state, 'score', (
             select score from completions c where c.user_id = p.student_id and c.is_completed and c.key = any(p.counts)
             order by c.completed_at desc limit 1)) order by position) as papers
           from ${statesOf(MY_LINKS, MINE)} as p group by link_id
         ) as states on states.link_id = r.link_id
         where takes_subject or audience <> 'everyone'
       ) as students), '[]'),
     'student_ids', coalesce((
       select json_agg(l.id order by l.id)
       from set_work_students chosen
       join teacher_students l on l.id = chosen.link_id and l.status = 'active'
       join users s on s.id = l.student_id and s.role = 'student'
       where chosen.set_id = w.id), '[]')
   )::text as json
   from ${entriesOf(MY_LINKS, MINE)}`,
);

/** Of those who follow a student. */
const setBy = (studentId: string) => `w.teacher_id in (
     select teacher_id from teacher_students where student_id = ${studentId} and status = 'active')`;
const recipient = (studentId: string, sets: string) =>
  `${recipients(`l.student_id = ${studentId}`, sets)} as r where takes_subject order by r.due_on, r.created_at, set_id`;
const KEYS = `array(select key from set_work_papers p where p.set_id = r.set_id order by position)`;

/** What teachers have set for a student, in full: also what has long been due. */
export const setFor = (studentId: string) => `
   select teacher, subject_id, ${KEYS} as papers, due_on, line, ${isoTime('created_at')} as set_at
   from ${recipient(studentId, setBy(studentId))}`;

const dueBetween = statement(
  z.object({ subject_id: z.string(), due_on: z.string(), papers: z.int(), done: z.int(), total: z.int() }),
  `select w.subject_id, w.due_on::text as due_on,
     (select count(*)::int from set_work_papers p where p.set_id = w.id) as papers, (c.done + c.late)::int as done, c.total
   from ${entriesOf('l.teacher_id = $1', 'w.teacher_id = $1 and w.due_on between $2 and $3')} and c.total > 0
   order by w.due_on, w.created_at, w.id`,
);

const forStudent = statement(
  z.object({
    id: z.string(),
    teacher: z.string(),
    subject_id: z.string(),
    due_on: z.string(),
    line: z.string().nullable(),
    papers: z.array(z.string()),
  }),
  `select set_id as id, teacher, subject_id, due_on::text as due_on, line, ${KEYS} as papers
   from ${recipient('$1', shown(setBy('$1')))}`,
);

/** Of a year, so that one school year makes room for the next. */
const COUNTS = `w.withdrawn_at is null and w.due_on > ${TODAY} - 365`;
const counted = statement(
  z.object({ count: z.int() }),
  `select count(*)::int as count from set_work w where ${COUNTS} and w.teacher_id = $1`,
);
const standing = statement(
  z.object({
    teaches: z.boolean(),
    sees_group: z.boolean(),
    follows: z.boolean(),
    others: z.int(),
    due_on: z.string().nullable(),
  }),
  `select exists (select from teacher_subjects where teacher_id = u.id and subject_id = $3) as teaches,
     $4::int is null or $4 is not distinct from mine.group_id or $4 in (select id from ${groupsSeenBy('u.id')} as seen) as sees_group,
     not exists (
       select unnest($5::int[]) except
       select l.id from teacher_students l join users s on s.id = l.student_id and s.role = 'student'
       where l.teacher_id = u.id and l.status = 'active') as follows,
     (select count(*)::int from set_work w where ${COUNTS} and w.teacher_id = u.id and w.id <> $2) as others,
     mine.due_on::text as due_on
   from users u
   left join set_work mine on mine.id = $2 and mine.teacher_id = u.id and mine.withdrawn_at is null
   where u.id = $1`,
);

const insert = command(
  `insert into set_work (id, teacher_id, subject_id, audience, group_id, due_on, line)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
);
const update = command(
  `update set_work set subject_id = $3, audience = $4, group_id = $5, due_on = $6, line = $7
   where id = $1 and teacher_id = $2 and withdrawn_at is null`,
);
const clear = command(
  `with papers as (delete from set_work_papers where set_id = $1)
   delete from set_work_students where set_id = $1`,
);
const fill = command(
  `with papers as (
     insert into set_work_papers (set_id, position, key, counts)
     select $1, n, key, string_to_array(counts, ' ')
     from unnest($2::text[], $3::text[]) with ordinality as t (key, counts, n)
   )
   insert into set_work_students (set_id, link_id) select $1, unnest($4::int[])`,
);
const withdraw = command(
  `update set_work set withdrawn_at = now() where id = $1 and teacher_id = $2 and withdrawn_at is null`,
);
const restore = command(
  `update set_work set withdrawn_at = null where id = $1 and teacher_id = $2 and ${isRestorable('withdrawn_at')}`,
);

/**
 * Of a teacher's set work, as the JSON of `GET /teachers/sets`, built by PostgreSQL; for a group, what reaches somebody in
 * it, and counted for them alone.
 */
export const getEntriesJson = async (db: Queries, teacherId: number, groupId?: number): Promise<string> =>
  (await db.get(entries, [teacherId, groupId ?? null])).json;
/** One of them; with its students as `GET /teachers/sets/{id}` has it. */
export const getEntryJson = async (db: Queries, id: string, teacherId: number): Promise<string> =>
  (await db.get(entry, [id, teacherId])).json;
export const getOneJson = async (db: Queries, id: string, teacherId: number): Promise<string> =>
  (await db.get(one, [id, teacherId])).json;

/** A teacher's set work that is due on one of these days and for somebody; with what was done late. */
export const listDueBetween = (db: Queries, teacherId: number, from: string, to: string) =>
  db.list(dueBetween, [teacherId, from, to]);

/** What is set for a student, earliest day first. */
export const listForStudent = (db: Queries, studentId: number) => db.list(forStudent, [studentId]);

export interface GivenSet {
  id: string;
  teacherId: number;
  subjectId: string;
  papers: readonly PaperId[];
  audience: Audience;
  groupId: number | null;
  studentIds: readonly number[];
  dueOn: string;
  line: string | null;
}

/** Whether a teacher may set this; `due_on` is that of the set work that is there already. Call it with the teacher locked. */
export const getStanding = (tx: Queries, { id, teacherId, subjectId, groupId, studentIds }: GivenSet) =>
  tx.get(standing, [teacherId, id, subjectId, groupId, studentIds]);

/** How much set work of the last year a teacher has. */
export const countSets = async (tx: Queries, teacherId: number): Promise<number> =>
  (await tx.get(counted, [teacherId])).count;

const valuesOf = ({ id, teacherId, subjectId, audience, groupId, dueOn, line }: GivenSet) => [
  id,
  teacherId,
  subjectId,
  audience,
  groupId,
  dueOn,
  line,
];
const fillSet = (tx: Queries, { id, papers, studentIds }: GivenSet) =>
  tx.run(fill, [
    id,
    papers.map(completionKey),
    papers.map((paper) => keysThatCount(paper).join(' ')),
    studentIds,
  ]);

/** Returns 0 when somebody has one of this id. */
export const insertSet = async (tx: Queries, given: GivenSet): Promise<number> => {
  const count = await tx.run(insert, valuesOf(given));
  if (count > 0) await fillSet(tx, given);
  return count;
};
export const updateSet = async (tx: Queries, given: GivenSet): Promise<void> => {
  await tx.run(update, valuesOf(given));
  await tx.run(clear, [given.id]);
  await fillSet(tx, given);
};
/** Both return 0 when the teacher has no such set work. */
export const withdrawSet = (db: Queries, id: string, teacherId: number) => db.run(withdraw, [id, teacherId]);
export const restoreSet = (db: Queries, id: string, teacherId: number) => db.run(restore, [id, teacherId]);
