import { z } from 'zod';
import { command, type Queries, statement } from './db/database.ts';

const DAYS_AGO = 'now() - make_interval(days => $1::int, mins => $2::int)';
const inserts = {
  audit: command(`insert into audit (at, actor, action) values (${DAYS_AGO}, 'system', 'logged_in')`),
  feedback: command(
    `insert into feedback (message, created_at, done_at) values ('done', ${DAYS_AGO}, ${DAYS_AGO})`,
  ),
  openFeedback: command(`insert into feedback (message, created_at) values ('open', ${DAYS_AGO})`),
  invitation: command(
    `insert into teacher_students (teacher_id, email, status, invitation_token, created_at, pending_since)
     values ($3, $1::int || 'days' || $2::int || '@example.org', 'pending', gen_random_uuid()::text,
       ${DAYS_AGO}, ${DAYS_AGO})`,
  ),
  link: command(
    `insert into teacher_students
       (teacher_id, student_id, email, status, invitation_token, created_at, pending_since, activated_at)
     select $3, id, email, 'active', gen_random_uuid()::text, ${DAYS_AGO}, ${DAYS_AGO}, ${DAYS_AGO}
     from users where id = $4`,
  ),
  declined: command(
    `insert into removed_links
       (teacher_id, email, invitation_token, created_at, pending_since, declined_at, removed_at)
     values ($3, $1::int || 'days' || $2::int || '@example.org', gen_random_uuid()::text, ${DAYS_AGO}, ${DAYS_AGO},
       ${DAYS_AGO}, ${DAYS_AGO})`,
  ),
  removed: command(
    `insert into removed_links (teacher_id, email, invitation_token, created_at, pending_since, removed_at)
     values ($3, $2::int || 'minutes@example.org', gen_random_uuid()::text, now(), now(), ${DAYS_AGO})`,
  ),
  untickedPaper: command(
    `with paper as (
       insert into completions
         (user_id, subject_id, year, session, paper, is_completed, earlier_count, updated_at)
       values ($3, 'math_aa_hl', case when $2::int < 0 then 2022 else 2023 end, 'November', 'paper1', false, 1, ${DAYS_AGO})
       returning user_id, key)
     insert into earlier_attempts (user_id, completion_key, entered_at, completed_at)
     select user_id, key, now(), now() from paper`,
  ),
  removedGroup: command(`insert into groups (teacher_id, name, removed_at) values ($3, 'Old', ${DAYS_AGO})`),
  groupWithWork: command(
    `with old as (insert into groups (teacher_id, name, removed_at) values ($3, 'Used', ${DAYS_AGO}) returning id)
     insert into set_work (id, teacher_id, subject_id, audience, group_id, due_on)
     select gen_random_uuid(), $3, 'math_aa_hl', 'group', id, now()::date from old`,
  ),
  withdrawnSet: command(
    `insert into set_work (id, teacher_id, subject_id, audience, due_on, withdrawn_at)
     values (gen_random_uuid(), $3, 'math_aa_hl', 'everyone', now()::date, ${DAYS_AGO})`,
  ),
  session: command(
    `insert into sessions (token_hash, user_id, created_at, expires_at)
     values (sha256(gen_random_uuid()::text::bytea), $3, now() - interval '99 days', ${DAYS_AGO})`,
  ),
  throttle: command(
    `insert into throttles (key, count, resets_at) values (sha256(gen_random_uuid()::text::bytea), 1, ${DAYS_AGO})`,
  ),
  sentMail: command(
    `insert into mails (cause, kind, recipient, is_secret, created_at, next_try_at, give_up_at, sent_at)
     values (gen_random_uuid()::text, 'test', 'a@example.org', false, ${DAYS_AGO}, now(), now(), now())`,
  ),
  retriedMail: command(
    `insert into mails (cause, kind, recipient, payload, is_secret, created_at, next_try_at, give_up_at)
     values (gen_random_uuid()::text, 'test', 'a@example.org', '{}', false, ${DAYS_AGO}, now(), now() + interval '1 day')`,
  ),
  mailLink: command(
    `insert into mail_links (token_hash, kind, user_id, email, expires_at)
     values (sha256(gen_random_uuid()::text::bytea), 'reset', $3, 'a@example.org', ${DAYS_AGO})`,
  ),
  sharePage: command(
    `insert into share_pages (id, user_id, token_hash, sealed_token, name, subjects, ends_on)
     values (gen_random_uuid(), $3, sha256(gen_random_uuid()::text::bytea), '', 'Arjun', '{physics_hl}',
       ((${DAYS_AGO}) at time zone 'UTC' - interval '12 hours')::date)`,
  ),
  word: command(
    `insert into words (id, teacher_id, student_id, completion_key, is_from_teacher, text, created_at)
     values (gen_random_uuid(), $3, $4, 'math_aa_hl-2023-May-paper1', true, 'Good', ${DAYS_AGO})`,
  ),
  unlinkedWord: command(
    `insert into words (id, teacher_id, student_id, completion_key, is_from_teacher, text, created_at, unlinked_at)
     values (gen_random_uuid(), $3, $4, 'math_aa_hl-2023-May-paper1', true, 'Good', ${DAYS_AGO}, ${DAYS_AGO})`,
  ),
  leftMember: command(
    `with old as (insert into groups (teacher_id, name) values ($3, 'Left ' || $2::int) returning id)
     insert into group_members (group_id, link_id, left_at)
     select old.id, $4, ${DAYS_AGO} from old`,
  ),
  removedWord: command(
    `insert into words (id, teacher_id, student_id, completion_key, is_from_teacher, text, removed_at)
     values (gen_random_uuid(), $3, $4, 'math_aa_hl-2023-May-paper1', true, 'Good', ${DAYS_AGO})`,
  ),
  network: command(
    `insert into known_networks (key, user_id, expires_at)
     values (sha256(gen_random_uuid()::text::bytea), $3, ${DAYS_AGO})`,
  ),
};
const manyLines = command(
  `insert into audit (at, actor, action)
   select now() - interval '1000 days', 'system', 'logged_in' from generate_series(1, $1)`,
);
const manyWords = command(
  `insert into words (id, teacher_id, student_id, completion_key, is_from_teacher, text)
   select gen_random_uuid(), $2, $3, 'math_aa_hl-2023-May-paper1', true, 'Good' from generate_series(1, $1)`,
);
const breakAttempts = command(`drop function forget_removed_attempts`);
const unlinked = command(`update words set unlinked_at = unlinked_at - make_interval(days => $1)`);
const counts = statement(
  z.object({
    audit: z.int(),
    done: z.int(),
    open: z.int(),
    invitations: z.int(),
    links: z.int(),
    removed: z.int(),
    attempts: z.int(),
    groups: z.int(),
    sets: z.int(),
    sessions: z.int(),
    throttles: z.int(),
    networks: z.int(),
    mails: z.int(),
    mailLinks: z.int(),
    sharePages: z.int(),
    words: z.int(),
    members: z.int(),
  }),
  `select (select count(*)::int from audit) as audit,
     (select count(*)::int from feedback where done_at is not null) as done,
     (select count(*)::int from feedback where done_at is null) as open,
     (select count(*)::int from teacher_students where status = 'pending') as invitations,
     (select count(*)::int from teacher_students where status = 'active') as links,
     (select count(*)::int from removed_links) as removed,
     (select count(*)::int from earlier_attempts) as attempts,
     (select count(*)::int from groups) as groups,
     (select count(*)::int from set_work) as sets,
     (select count(*)::int from sessions) as sessions,
     (select count(*)::int from throttles) as throttles,
     (select count(*)::int from known_networks) as networks,
     (select count(*)::int from mails) as mails,
     (select count(*)::int from mail_links) as "mailLinks",
     (select count(*)::int from share_pages) as "sharePages",
     (select count(*)::int from words) as words,
     (select count(*)::int from group_members) as members`,
);

/** A row that was created, done or expired this long ago; negative minutes make it a little younger. */
export const insertOld = (
  db: Queries,
  what: keyof typeof inserts,
  age: { days: number; minutes: number },
  ...ids: number[]
) => db.run(inserts[what], [age.days, age.minutes, ...ids]);
export const insertManyWords = (db: Queries, count: number, teacherId: number, studentId: number) =>
  db.run(manyWords, [count, teacherId, studentId]);
/** What removes them can only fail from now on. */
export const breakRemovalOfAttempts = (db: Queries) => db.run(breakAttempts);
export const insertManyLines = (db: Queries, count: number) => db.run(manyLines, [count]);
export const countRows = (db: Queries) => db.get(counts);
/** As if the two had been linked no more for so many days longer. */
export const ageUnlinked = (db: Queries, days: number) => db.run(unlinked, [days]);
