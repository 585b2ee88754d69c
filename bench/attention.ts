import type { Client } from 'pg';
import { measureCall } from './calls.ts';
import { requestBytes } from './connections.ts';
import { listPeople, startWithData } from './data.ts';
import { connect, type Product, signIn } from './product.ts';
import { line, report, rounds } from './rows.ts';

/**
 * Who needs attention among 150 students with 3,000 papers each, three subjects of whom the teacher teaches: without
 * set work, and with what has become overdue of it. Beside each the profile, which is the least that a call of somebody
 * who is logged in can be. What keeping it up to date costs a tick shows in bench/attempts.ts and bench/throughput.ts.
 */

const ROUNDS = rounds(9, 3);
const TAUGHT = ['math_aa_hl', 'physics_hl', 'biology_hl'];
const TAKEN = [
  ...TAUGHT,
  'chemistry_hl',
  'history_hl',
  'economics_hl',
  'geography_sl',
  'english_a_lit_sl',
  'french_b_sl',
  'spanish_b_hl',
  'math_ai_sl',
  'visual_arts_sl',
  'music_sl',
  'psychology_hl',
  'philosophy_hl',
  'film_hl',
];

/** In place of what the data has: every student has done every paper of sixteen subjects in each variant. */
const enlarge = async (db: Client): Promise<void> => {
  await db.query(`delete from user_subjects where user_id in (select student_id from teacher_students)`);
  await db.query(
    `insert into user_subjects (user_id, subject_id, position)
     select distinct student_id, subject_id, place from teacher_students, unnest($1::text[]) with ordinality
       as t (subject_id, place)`,
    [TAKEN],
  );
  await db.query(
    `insert into completions (user_id, subject_id, year, session, paper, timezone, is_completed, score, completed_at)
     select user_id, subject_id, year, session, paper, timezone, true,
       case when random() < 0.85 then (random() * 100)::int end, now() - random() * interval '1000 days'
     from user_subjects, generate_series(2014, 2024) as year, unnest(array['May', 'November']) as session,
       unnest(array['paper1', 'paper2', 'paper3']) as paper, unnest(array['TZ1', 'TZ2', null]) as timezone
     where user_id in (select student_id from teacher_students) and not (year = 2020 and session = 'May')
     on conflict do nothing`,
  );
  await db.query('vacuum analyze');
};

/** Three papers a week for everybody, for four weeks that are over; two of three are done. */
const setWork = async (db: Client, teacherId: number): Promise<void> => {
  await db.query(
    `with sets as (
       insert into set_work (id, teacher_id, subject_id, audience, due_on)
       select gen_random_uuid(), $1, 'physics_hl', 'everyone', current_date - 7 * week
       from generate_series(1, 4) as week returning id
     )
     insert into set_work_papers (set_id, position, key, counts)
     select id, n, key, array[key, key || '-TZ1', key || '-TZ2']
     from sets, generate_series(1, 3) as n,
       lateral (select 'physics_hl-' || 2020 + n || '-November-' || case n when 3 then 'essay' else 'paper1' end as key) as k`,
    [teacherId],
  );
  await db.query(`update teacher_students set activated_at = now() - interval '100 days'`);
  await db.query('analyze');
};

const prepare = async (product: Product) => {
  const db = await connect(product);
  const [teacherId = 0] = await listPeople(db, 'teacher', 1);
  await db.query(`delete from teacher_students where teacher_id <> $1`, [teacherId]);
  await enlarge(db);
  const [token = ''] = await signIn(db, [teacherId]);
  return { db, teacherId, token };
};

const product = await startWithData('year');
try {
  const { db, teacherId, token } = await prepare(product);
  const measure = async (path: string): Promise<number> => {
    const bytes = requestBytes(`GET /api${path}`, { token });
    return (await measureCall(product, () => bytes, { connections: 1, seconds: 1 })).middle;
  };
  const measureAll = async () => {
    const times = { attention: [] as number[], profile: [] as number[] };
    for (let round = -1; round < ROUNDS; round += 1) {
      const [attention, profile] = [await measure('/teachers/attention'), await measure('/users/me')];
      if (round < 0) continue; // warm
      times.attention.push(attention);
      times.profile.push(profile);
    }
    return times;
  };
  const plain = await measureAll();
  await setWork(db, teacherId);
  const overdue = await measureAll();
  await db.end();
  report([
    line('attention for 150 students with 3,000 papers each, bare: a profile', {
      values: plain.attention,
      unit: 'ms',
      bare: plain.profile,
      budget: { atMost: 5, of: 'ratio' },
    }),
    line('the same with 12 papers set for each and past their day, bare: a profile', {
      values: overdue.attention,
      unit: 'ms',
      bare: overdue.profile,
    }),
  ]);
} finally {
  await product.stop();
}
