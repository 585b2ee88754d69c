import type { Client } from 'pg';
import { print } from '../figures.ts';

/**
 * The data of many schools in the exam season, made by PostgreSQL itself in few statements. Records come in the order of
 * time, as in life: those of one student lie all over the table.
 */

const SEED = 0.2026;
/** On average; the largest has ten times as many. */
const STUDENTS_OF_SCHOOL = 500;
const TEACHERS_OF_SCHOOL = 25;

/** Whoever holds a token of this form is that user: the bench needs hundreds of thousands. */
export const tokenOf = (userId: number): string => `season-${userId}`.padEnd(43, '-');
const TOKEN = `rpad('season-' || id, 43, '-')`;

/** Six of each student: by position, those with an even id and those with an odd one. */
export const SUBJECTS = [
  ['math_aa_hl', 'english_a_lit_sl', 'french_b_sl', 'history_hl', 'biology_hl', 'economics_hl'],
  ['math_ai_sl', 'english_a_lang_lit_hl', 'spanish_b_hl', 'geography_sl', 'chemistry_hl', 'physics_hl'],
] as const;
const subjectAt = (id: string, position: string) =>
  `('{${SUBJECTS.map((list) => `{${list.join(',')}}`).join(',')}}'::text[])[1 + ${id} % 2][1 + ${position}]`;

/** All of them would take hours to make: of the others there is all but their papers. */
const PART_WITH_PAPERS = 0.25;
const HAS_PAPERS = `id % 100 < ${PART_WITH_PAPERS * 100}`;
export const hasPapers = (userId: number): boolean => userId % 100 < PART_WITH_PAPERS * 100;

/** What is built once, afterwards, takes a tenth of the time. */
const INDEXES = `('completions_pkey', 'completions_newest', 'completions_removed_attempts')`;

/** A table, and what fills it; in braces what is put in. In an order in which each finds what it needs. */
const STEPS: readonly [string, string][] = [
  [
    'schools',
    `insert into schools (name, domain_pattern)
     select 'School ' || n, '@school' || n || '.example' from generate_series(1, {schools}) as n`,
  ],
  [
    'users',
    `insert into users (username, username_key, username_look, email, email_confirmed_at, name, password_hash, role,
       school_id, created_at)
     select name, name, name, name || '@school' || school || '.example',
       case when random() < 0.8 then now() - interval '200 days' end, initcap(role) || ' ' || n, {hash}, role, school,
       now() - random() * interval '600 days'
     from (
       select 'student' as role, n, (select min(id) from schools) + floor({schools} * power(random(), 1.5))::int as school
       from generate_series(1, {students}) as n
       union all
       select 'teacher', n, (select min(id) from schools) + n % {schools}
       from generate_series(0, {schools} * ${TEACHERS_OF_SCHOOL} - 1) as n
       union all
       select 'school_admin', n, (select min(id) from schools) + n from generate_series(0, {schools} - 1) as n
     ) as people, lateral (select left(role, 2) || n as name) as names`,
  ],
  [
    'sessions',
    `insert into sessions (token_hash, user_id, created_at, last_used_at, expires_at, device)
     select sha256(${TOKEN}::bytea), id, now() - interval '10 days', now() - interval '1 day', now() + interval '20 days',
       'Chrome on Android' from users`,
  ],
  [
    'known_networks',
    `insert into known_networks (key, user_id, expires_at)
     select sha256((id || '/' || n)::bytea), id, now() + random() * interval '90 days' from users, generate_series(1, 2) as n`,
  ],
  [
    'user_subjects',
    `insert into user_subjects (user_id, subject_id, position)
     select id, ${subjectAt('id', 'n')}, n from users, generate_series(0, 5) as n where role = 'student'`,
  ],
  [
    'preferences',
    `insert into preferences (user_id, year_ranges, timezone_overrides, sits)
     select id, '{"math_aa_hl": {"startYear": 2017, "endYear": 2024}}', '{}', 'TZ1' from users where role = 'student' and id % 10 < 6`,
  ],
  [
    'completions',
    // The newest papers first, subject by subject. A student has done 30 (median), one in a hundred 120 or more.
    `insert into completions (user_id, subject_id, year, session, paper, timezone, is_completed, score, completed_at,
       updated_at, entered_at, earlier_count, earlier_days)
     select id, subject, year, session, paper, case when session = 'May' and subject like 'math%' then 'TZ1' end, true,
       case when random() < 0.7 then (100 * sqrt(random()))::int end, at, at, date_trunc('milliseconds', at),
       again::int, case when again then array[(at - interval '20 days')::date] else '{}' end
     from (
       select id, least(200, 30 * exp(0.6 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())))::int as papers
       from users where role = 'student' and ${HAS_PAPERS}
     ) as s, generate_series(0, papers - 1) as n,
       lateral (select ${subjectAt('id', 'n % 6')} as subject, n / 6 as nth, random() < 0.04 as again,
         now() - interval '2 minutes' - power(random(), 1.5) * interval '300 days' as at) as one,
       lateral (select 'paper' || 1 + nth % 2 as paper, case nth / 2 % 2 when 0 then 'November' else 'May' end as session) as two,
       lateral (select case when session = 'May' and nth / 4 = 4 then 2014 else 2024 - nth / 4 end as year) as three
     order by at`,
  ],
  ['completions_pkey', `reindex table completions`],
  [
    'earlier_attempts',
    `insert into earlier_attempts (user_id, completion_key, entered_at, completed_at, score)
     select user_id, key, entered_at - interval '20 days', completed_at - interval '20 days', score
     from completions where earlier_count > 0`,
  ],
  [
    'files',
    `insert into files (public_id, user_id, completion_key, file_type, original_filename, size_bytes, thumbnail_bytes,
       width, height, sha256, created_at)
     select left(translate(encode(sha256((user_id || key)::bytea), 'base64'), '+/=', 'abc'), 22), user_id, key, 'jpeg',
       'IMG_' || user_id || '.jpg', 400000 + (random() * 2000000)::int, 9000, 3024, 4032, sha256(key::bytea), completed_at
     from completions where hashtext(user_id || key) % 20 = 0`,
  ],
  [
    'teacher_subjects',
    `insert into teacher_subjects (teacher_id, subject_id)
     select id, ${subjectAt('id', 'n')} from users, generate_series(0, 1) as n where role = 'teacher'`,
  ],
  [
    'teacher_students',
    // Three teachers follow each student, of the school's twenty-five.
    `insert into teacher_students (teacher_id, student_id, email, status, invitation_token, activated_at)
     select t.ids[1 + (s.id + n * 7) % cardinality(t.ids)], s.id, s.email, 'active', md5(s.id || '-' || n), now()
     from users s join (select school_id, array_agg(id) as ids from users where role = 'teacher' group by school_id) as t
       using (school_id), generate_series(0, 2) as n where s.role = 'student'`,
  ],
  [
    'groups',
    `insert into groups (teacher_id, name) select id, 'Class ' || n from users, generate_series(1, 2) as n where role = 'teacher'`,
  ],
  [
    'group_members',
    `insert into group_members (group_id, link_id)
     select g.ids[1 + l.id % 2], l.id from teacher_students l
     join (select teacher_id, array_agg(id) as ids from groups group by teacher_id) as g using (teacher_id)`,
  ],
  [
    'set_work',
    `insert into set_work (id, teacher_id, subject_id, audience, group_id, due_on, created_at)
     select gen_random_uuid(), teacher_id, ${subjectAt('teacher_id', '0')}, 'group', id, current_date + n * 10 - 60,
       now() - interval '80 days' from groups, generate_series(1, 8) as n`,
  ],
  [
    'set_work_papers',
    `insert into set_work_papers (set_id, position, key, counts)
     select id, n, key, array[key] from set_work, generate_series(0, 2) as n,
       lateral (select subject_id || '-' || 2022 + n || '-November-paper1' as key) as k`,
  ],
  [
    'words',
    `insert into words (id, teacher_id, student_id, completion_key, is_from_teacher, text, read_at)
     select gen_random_uuid(), teacher_id, student_id, 'math_aa_hl-2024-November-paper1', true,
       'Look at question 4 again: the units are missing in the last line.', now() from teacher_students where id % 6 = 0`,
  ],
  [
    'audit',
    `insert into audit (at, actor, actor_id, action, target_id, school_id)
     select now() - (700 - n * 230) * interval '1 day', 'user', id, 'password_changed', id, school_id
     from users, generate_series(0, 2) as n`,
  ],
  [
    'mails',
    `insert into mails (cause, kind, user_id, recipient, is_secret, created_at, next_try_at, give_up_at, sent_at)
     select 'weekly:' || id || ':' || n, 'weekly', id, email, false, at, at, at + interval '1 day', at
     from users, generate_series(0, 3) as n, lateral (select now() - n * interval '7 days' as at) as t where id % 5 = 0`,
  ],
  ['sums', 'select recount_sums()'],
  // Its rows were written twice.
  ['users', 'vacuum full users'],
  ['', 'vacuum analyze'],
  ['', 'checkpoint'],
];

export const fill = async (db: Client, students: number, passwordHash: string): Promise<void> => {
  const schools = Math.max(1, Math.round(students / STUDENTS_OF_SCHOOL));
  await db.query('select setseed($1)', [SEED]);
  // What we make fits together: nobody has to look each row up.
  for (const setting of [
    'session_replication_role = replica',
    `work_mem = '512MB'`,
    `maintenance_work_mem = '1GB'`,
    'hash_mem_multiplier = 4',
  ])
    await db.query(`set ${setting}`);
  await db.query(
    `update pg_index set indisready = false, indisvalid = false where indexrelid::regclass::text in ${INDEXES}`,
  );
  for (const [table, sql] of STEPS) {
    const began = performance.now();
    const { rowCount } = await db.query(
      sql
        .replaceAll('{students}', String(students))
        .replaceAll('{schools}', String(schools))
        .replaceAll('{hash}', `'${passwordHash}'`),
    );
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    print(`  ${table || sql}: ${rowCount?.toLocaleString('en') ?? ''} ${seconds} s`);
  }
};
