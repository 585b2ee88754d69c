import { join } from 'node:path';
import type { Site } from './site.ts';
import type { Version } from './version.ts';
import { runIn } from './version.ts';

/** A school's data, made by the old version: its demo school, and as many more students as a large school has. */

export interface School {
  students: string[];
  teachers: string[];
  schoolAdmin: string;
  password: string;
}

/** As the demo prints them. */
const namesOf = (printed: string, role: string): string[] =>
  [...printed.matchAll(new RegExp(`^  ${role} +(.+?) +/`, 'gm'))].map(([, name = '']) => name);

const PAPERS_EACH = 100;

const insertMore = async (site: Site, count: number): Promise<void> => {
  const db = await site.connect();
  await db.query(
    `with school as (select id from schools order by id limit 1), added as (
       insert into users (username, username_key, email, password_hash, role, school_id)
       select 'pupil' || n, 'pupil' || n, 'pupil' || n || '@riverside.example', 'no hash', 'student', school.id
       from school, generate_series(1, $1::int) as n returning id
     )
     insert into completions (user_id, subject_id, year, session, paper, timezone, is_completed, score, completed_at)
     select id, subject, 2014 + n % 11, 'November', 'paper' || (1 + n / 11 % 3), null, true, (id * 7 + n) % 101,
       now() - n * interval '3 days'
     from added, unnest(array['physics_hl', 'chemistry_hl', 'biology_hl', 'economics_hl']) as subject,
       generate_series(0, ${PAPERS_EACH / 4 - 1}) as n`,
    [count],
  );
  await db.query('select recount_sums()');
  await db.end();
};

export const makeSchool = async (
  site: Site,
  { folder }: Version,
  environment: Record<string, string>,
  students: number,
): Promise<School> => {
  const npm = process.env['npm_execpath'];
  if (!npm) throw new Error('Run it with npm run proof -- upgrade.');
  const printed = await runIn(folder, [npm, 'run', '--silent', 'demo'], environment);
  await insertMore(site, students);
  const password = /password is (.+)/.exec(printed)?.[1] ?? '';
  const [schoolAdmin = ''] = namesOf(printed, 'school admin');
  return {
    students: namesOf(printed, 'student'),
    teachers: namesOf(printed, 'teacher'),
    schoolAdmin,
    password,
  };
};

/** The command of this version that lets the older one start. */
export const rollBack = (
  project: string,
  schema: string,
  environment: Record<string, string>,
): Promise<string> =>
  runIn(project, [join('scripts', 'command.mjs'), 'rollback', schema.slice(0, 4)], environment);
