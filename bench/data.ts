import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { print } from './figures.ts';
import { connect, makeFolder, PROJECT, startProduct } from './product.ts';

/**
 * Data of a certain size, always the same: made by PostgreSQL itself from a seed, kept as a stopped product's folder in
 * bench/cache (git ignores it), and copied for each measurement. Made again when the tables or this file change.
 */
export interface DataSize {
  schools: number;
  /** Of each school. */
  students: number;
  /** Completed papers of each school. */
  records: number;
  /** Users without a school or a record. */
  others: number;
}

/** A school year of 150; then ten and a hundred times as much of users and records. */
export const DATA = {
  year: { schools: 1, students: 150, records: 50_000, others: 350 },
  school: { schools: 1, students: 1500, records: 500_000, others: 3500 },
  /** The budget's school, alone and among others. */
  large: { schools: 1, students: 3000, records: 1_000_000, others: 0 },
  town: { schools: 5, students: 3000, records: 1_000_000, others: 35_000 },
} satisfies Record<string, DataSize>;
export type DataName = keyof typeof DATA;

const SEED = 0.42;
const TEACHERS = 20;
/** A class that is too large for any classroom, and what the grid has to bear. */
const CLASS = 150;

/** Six subjects each, every paper of theirs ticked at some time in three years, most with a score. */
const fillSchool = async (db: Client, number: number, { students, records }: DataSize): Promise<void> => {
  const { rows } = await db.query<{ id: number }>(
    `insert into schools (name, domain_pattern) values ($1, $2) returning id`,
    [`School ${number}`, `@school${number}.example`],
  );
  const schoolId = rows[0]?.id;
  const addPeople = (role: string, letter: string, count: number) =>
    db.query(
      `insert into users (username, username_key, email, email_confirmed_at, password_hash, role, school_id)
       select name, name, name || '@school' || $1 || '.example', now(), 'none', $4, $2
       from generate_series(1, $3::int) as n, lateral (select $5 || $1 || '-' || n as name) as t`,
      [String(number), schoolId, count, role, letter],
    );
  await addPeople('student', 's', students);
  await addPeople('teacher', 't', TEACHERS);
  await addPeople('school_admin', 'a', 1);
  await db.query(
    `insert into user_subjects (user_id, subject_id, position)
     select id, ids[1 + (id + nth * 2) % 13], nth
     from (select array['english_a_lit_sl', 'french_b_sl', 'spanish_b_hl', 'history_hl', 'economics_hl',
         'geography_sl', 'biology_hl', 'chemistry_hl', 'physics_hl', 'math_aa_hl', 'math_ai_sl', 'visual_arts_sl',
         'music_sl'] as ids) as subjects,
       users, generate_series(0, 5) as nth
     where school_id = $1 and role = 'student'`,
    [schoolId],
  );
  await db.query(
    `with papers as (
       select row_number() over (order by year, session, paper, nth) as place, *
       from generate_series(2014, 2024) as year, unnest(array['May', 'November']) as session,
         unnest(array['paper1', 'paper2', 'paper3']) as paper, generate_series(0, 5) as nth
       where not (year = 2020 and session = 'May')
     )
     insert into completions
       (user_id, subject_id, year, session, paper, is_completed, score, completed_at, updated_at)
     select user_id, subject_id, year, session, paper, true, case when dice < 0.85 then (dice * 117)::int end, at, at
     from (
       -- The same papers of everybody first.
       select s.user_id, s.subject_id, year, session, paper, place, random() as dice,
         timestamptz '2026-06-30 12:00Z' - random() * interval '3 years' as at
       from user_subjects s join users on users.id = s.user_id join papers on papers.nth = s.position
       where school_id = $1
       order by place, user_id
       limit $2
     ) as t
     order by user_id, place`,
    [schoolId, records],
  );
  // Every teacher has a class; the first students are in all of them.
  await db.query(
    `insert into teacher_students (teacher_id, student_id, email, status, invitation_token, activated_at)
     select t.id, s.id, s.email, 'active', t.id || '-' || s.id, now()
     from users t, (select * from users where school_id = $1 and role = 'student' order by id limit $2) as s
     where t.school_id = $1 and t.role = 'teacher'`,
    [schoolId, CLASS],
  );
  await db.query(
    `insert into teacher_subjects (teacher_id, subject_id)
     select id, subject_id from users, unnest(array['math_aa_hl', 'physics_hl', 'biology_hl']) as subject_id
     where school_id = $1 and role = 'teacher'`,
    [schoolId],
  );
};

const fill = async (db: Client, size: DataSize): Promise<void> => {
  await db.query('select setseed($1)', [SEED]);
  // What we make fits together: nobody has to look each row up.
  await db.query('set session_replication_role = replica');
  for (let number = 1; number <= size.schools; number += 1) await fillSchool(db, number, size);
  await db.query(
    `insert into users (username, username_key, email, password_hash, role)
     select name, name, name || '@example.org', 'none', 'student'
     from generate_series(1, $1::int) as n, lateral (select 'other-' || n as name) as t`,
    [size.others],
  );
  await db.query('select recount_sums()');
  for (const command of ['vacuum analyze', 'checkpoint']) await db.query(command);
};

const CACHE = join(PROJECT, 'bench', 'cache');

const versionOf = (name: DataName): string =>
  createHash('sha256')
    .update(readFileSync(join(PROJECT, 'server', 'db', 'schema.sql')))
    .update(readFileSync(join(PROJECT, 'bench', 'data.ts')))
    .update(JSON.stringify(DATA[name]))
    .digest('hex')
    .slice(0, 12);

/** `cp` keeps the owner, which PostgreSQL insists on, and copies no more than it must where the file system can. */
const copy = (from: string, to: string) => execFileSync('cp', ['-a', '--reflink=auto', from, to]);

const make = async (name: DataName, kept: string): Promise<void> => {
  const began = performance.now();
  print(`Making the data "${name}" ...`);
  const product = await startProduct();
  try {
    const db = await connect(product);
    await fill(db, DATA[name]);
    await db.end();
  } finally {
    await product.stop({ keepData: true });
  }
  await mkdir(CACHE, { recursive: true });
  for (const old of await readdir(CACHE)) {
    if (old.startsWith(`${name}-`)) await rm(join(CACHE, old), { recursive: true, force: true });
  }
  // Whole or not at all.
  copy(product.dataDir, `${kept}.new`);
  await rename(`${kept}.new`, kept);
  await rm(product.dataDir, { recursive: true, force: true });
  print(`Made in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
};

/** A folder of its own with this data in it. */
export const copyData = async (name: DataName): Promise<string> => {
  const kept = join(CACHE, `${name}-${versionOf(name)}`);
  if (!existsSync(kept)) await make(name, kept);
  const folder = await makeFolder();
  copy(`${kept}/.`, folder);
  return folder;
};

export const startWithData = async (name: DataName, environment: Record<string, string> = {}) =>
  startProduct(environment, await copyData(name));

/** Users of the first school, in the order in which they were made. */
export const listPeople = async (db: Client, role: string, count: number): Promise<number[]> => {
  const { rows } = await db.query<{ id: number }>(
    `select id from users where role = $1 and school_id = (select min(id) from schools) order by id limit $2`,
    [role, count],
  );
  return rows.map(({ id }) => id);
};
