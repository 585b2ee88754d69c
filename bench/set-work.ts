import { measureCall } from './calls.ts';
import { requestBytes } from './connections.ts';
import { listPeople, startWithData } from './data.ts';
import { connect, type Product, signIn } from './product.ts';
import { line, report, rounds } from './rows.ts';

/**
 * What set work costs a teacher of 150: the grid of a subject with a term of it, beside the same grid without any; and
 * what it costs the student who asks what is set, beside a profile.
 */

const ROUNDS = rounds(9, 3);
const SUBJECT = 'math_aa_hl';
/** As set work is: one piece a week, the last eight weeks and the next two of which a grid shows. */
const WEEKS = { past: 30, coming: 2 };
const PAPERS = 1;

/** Two teachers of the same class, of whom the second has set papers; all 150 take the subject. */
const prepare = async (product: Product) => {
  const db = await connect(product);
  const [without = 0, withSets = 0] = await listPeople(db, 'teacher', 2);
  const [student = 0] = await listPeople(db, 'student', 1);
  await db.query(
    `insert into user_subjects (user_id, subject_id, position)
     select student_id, $2, 99 from teacher_students where teacher_id = $1 on conflict do nothing`,
    [withSets, SUBJECT],
  );
  await db.query(
    `insert into completions
       (user_id, subject_id, year, session, paper, is_completed, score, completed_at, updated_at)
     select student_id, $2, year, session, paper, is_completed, score, completed_at, updated_at
     from teacher_students, (
       select * from completions where subject_id = $2
         and user_id = (select min(user_id) from completions where subject_id = $2)) as c
     where teacher_id = $1 on conflict do nothing`,
    [withSets, SUBJECT],
  );
  await db.query(
    `with made as (
       insert into groups (teacher_id, name) values ($1, '12B') returning id
     ), members as (
       insert into group_members (group_id, link_id, joined_at)
       select made.id, l.id, now() - interval '1 year' from made, teacher_students l where teacher_id = $1
     ), sets as (
       insert into set_work (id, teacher_id, subject_id, audience, group_id, due_on)
       select gen_random_uuid(), $1, $2, audience, case audience when 'group' then made.id end,
         current_date + 7 * week
       from made, generate_series(-$3::int, $4::int) as week,
         lateral (select (array['everyone', 'group', 'chosen'])[1 + abs(week) % 3] as audience) as a
       returning id, audience, (due_on - current_date) / 7 as week
     ), papers as (
       insert into set_work_papers (set_id, position, key, counts)
       select id, n, key, array[key, key || '-TZ1', key || '-TZ2'] from sets, generate_series(1, $5::int) as n,
         lateral (select $2 || '-' || 2014 + abs(week) % 11 || '-November-paper' || n as key) as k
     )
     insert into set_work_students (set_id, link_id)
     select sets.id, l.id from sets, teacher_students l where audience = 'chosen' and teacher_id = $1`,
    [withSets, SUBJECT, WEEKS.past, WEEKS.coming, PAPERS],
  );
  // A third of what is set is not done.
  await db.query(
    `update completions set is_completed = false, score = null, completed_at = null
     where subject_id = $1 and (user_id + year) % 3 = 0`,
    [SUBJECT],
  );
  await db.query("update teacher_students set activated_at = activated_at - interval '1 year'");
  await db.query('vacuum analyze');
  const [plain = '', full = '', mine = ''] = await signIn(db, [without, withSets, student]);
  await db.end();
  return { plain, full, mine };
};

const product = await startWithData('year');
try {
  const { plain, full, mine } = await prepare(product);
  const grid = `GET /api/teachers/grid?subject_id=${SUBJECT}`;
  const calls = {
    without: requestBytes(grid, { token: plain }),
    with: requestBytes(grid, { token: full }),
    list: requestBytes('GET /api/teachers/sets', { token: full }),
    mine: requestBytes('GET /api/users/me/from-teachers', { token: mine }),
    profile: requestBytes('GET /api/users/me', { token: mine }),
  };
  const names = Object.keys(calls) as (keyof typeof calls)[];
  const taken: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const name of names) {
      const { middle } = await measureCall(product, () => calls[name], { connections: 1, seconds: 1 });
      if (round >= 0) taken[name]?.push(middle); // the first is warm-up
    }
  }
  const of = (name: keyof typeof calls) => taken[name] ?? [];
  report([
    line('grid of a class of 150 with set work, bare: without', {
      values: of('with'),
      unit: 'ms',
      bare: of('without'),
      // Before there was set work the same grid took 1.67 times as long as it does without any now: 1.2 times that.
      budget: { atMost: 2, of: 'ratio' },
    }),
    line('set work of a year, for 150 students, bare: a profile', {
      values: of('list'),
      unit: 'ms',
      bare: of('profile'),
    }),
    line('what is set for a student, bare: a profile', {
      values: of('mine'),
      unit: 'ms',
      bare: of('profile'),
    }),
  ]);
} finally {
  await product.stop();
}
