-- What a school admin sees of 3,000 students at once (docs/decisions/054-coordinator.md): nothing of it reads a student's
-- records, all of it is kept with them.

alter table users
  -- The school's name of the person.
  add column name text check (length(name) between 1 and 120),
  -- The day (UTC) on which the user last changed a record.
  add column active_on date;

-- For what the first screen counts. The time is there because PostgreSQL otherwise reads the users as well.
create index users_students on users (school_id, coalesce(active_on, day_of(created_at)))
  include (id, active_on, created_at) where role = 'student';
create index users_staff on users (school_id, role) include (id) where role <> 'student';
-- For a list by name.
create index users_by_name on users (school_id, coalesce(username_key, email), id);
create index users_unconfirmed on users (school_id)
  where email is not null and email_confirmed_at is null and role <> 'school_admin';
create index teacher_students_active on teacher_students (teacher_id, student_id) where status = 'active';

-- A text in lower case and without accents, to search in.
create function folded(given text) returns text language sql immutable as $$
  select case when octet_length(given) = length(given) then lower(given)
    else regexp_replace(normalize(lower(given), nfkd), '[\u0300-\u036F]', '', 'g') end
$$;

-- Which bit of a year's 24 stands for a paper (domain/paper-bits.ts).
create function paper_bit(session text, paper text, timezone text) returns integer language sql immutable as $$
  select ((case session when 'May' then 0 else 1 end) * 4
      + case paper when 'paper1' then 0 when 'paper2' then 1 when 'paper3' then 2 else 3 end) * 3
    + case timezone when 'TZ1' then 1 when 'TZ2' then 2 else 0 end
$$;

-- It is no longer about what is recent alone. Also kept is, by year from 2014 on, which papers are done, and the sum of their
-- scores with how many there are: three bytes a year each, because arrays and JSON of a whole school take PostgreSQL many
-- times as long to write out.
alter table recent_work rename to subject_work;
alter table subject_work rename constraint recent_work_pkey to subject_work_pkey;
alter table subject_work rename constraint recent_work_user_id_fkey to subject_work_user_id_fkey;
alter table subject_work
  add column done bytea not null default '',
  add column sums bytea not null default '';

create function three_bytes(number bigint) returns bytea language sql immutable as $$
  select substring(int8send(number) from 6)
$$;
-- The sum of a year's scores, which is 2,400 at most, and how many there are (server/features/school-admin/subject-work.ts).
create function score_bytes(score_sum bigint, score_count bigint) returns bytea language sql immutable as $$
  select three_bytes(coalesce(score_sum, 0) * 256 + score_count)
$$;
-- The papers done in a year, which is counted from 1 for 2014.
create function done_in(done bytea, place integer) returns integer language sql immutable as $$
  select case when length(done) >= place * 3
    then (get_byte(done, place * 3 - 3) << 16) | (get_byte(done, place * 3 - 2) << 8) | get_byte(done, place * 3 - 1)
    else 0 end
$$;

-- What a student has done in a subject in some years. A year's keys follow each other in any collation.
create function year_work(of_user integer, of_subject text, years integer[])
returns table (place integer, done bytea, sums bytea) language sql stable as $$
  select y - 2013,
    three_bytes(coalesce(bit_or(1 << paper_bit(session, paper, timezone)) filter (where is_completed), 0)),
    score_bytes(sum(score), count(score))
  from unnest(years) as y
  left join completions on user_id = of_user and subject_id = of_subject and year = y
    and key > of_subject || '-' || y and key < of_subject || '-' || y + 1
  group by y
$$;

-- The same of all subjects that a user takes, in one row, which is all that a list or its order needs to know of a student.
-- As base64, because PostgreSQL writes bytes out as twice as many digits.
create table student_work (
  user_id integer primary key references users on delete cascade,
  -- Where the user is a student; null for everybody else.
  school_id integer,
  -- In their order, with blanks between; of each as many years as of the others.
  subjects text not null default '',
  done text not null default '',
  sums text not null default ''
) with (fillfactor = 80);
create index student_work_of_school on student_work (school_id) where school_id is not null;

create function padded(bytes bytea, size integer) returns bytea language sql immutable as $$
  select case when length(bytes) = size then bytes else bytes || decode(repeat('00', size - length(bytes)), 'hex') end
$$;
create function base64(bytes bytea) returns text language sql immutable as $$
  select replace(encode(bytes, 'base64'), E'\n', '')
$$;

-- What it must be, from what is kept about each subject.
create view true_student_work as
  select u.id as user_id, counted_school(u.role, u.school_id) as school_id, coalesce(subjects, '') as subjects,
    coalesce(done, '') as done, coalesce(sums, '') as sums
  from users u cross join lateral (
    select string_agg(subject_id, ' ' order by position, subject_id) as subjects,
      base64(string_agg(padded(done, size), '' order by position, subject_id)) as done,
      base64(string_agg(padded(sums, size), '' order by position, subject_id)) as sums
    from (
      select subject_id, position, coalesce(k.done, '') as done, coalesce(k.sums, '') as sums,
        max(coalesce(length(k.done), 0)) over () as size
      from user_subjects s left join subject_work k using (user_id, subject_id) where s.user_id = u.id
    ) as taken
  ) as work;

-- Whoever writes such a row holds it first, so that of a tick and another subject at the same time the second sees the first.
-- To plan it for every tick would take longer than to do it.
create function keep_student_work(user_ids integer[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  perform from student_work where user_id = any(user_ids) order by user_id for no key update;
  insert into student_work as kept (user_id, school_id, subjects, done, sums)
  select user_id, school_id, subjects, done, sums from true_student_work where user_id = any(user_ids) order by user_id
  on conflict (user_id) do update set
    school_id = excluded.school_id, subjects = excluded.subjects, done = excluded.done, sums = excluded.sums
  where (kept.school_id, kept.subjects, kept.done, kept.sums)
    is distinct from (excluded.school_id, excluded.subjects, excluded.done, excluded.sums);
end
$$;

create function keep_taken_subjects() returns trigger language plpgsql as $$
begin
  perform keep_student_work(array(select distinct user_id from changed_subjects));
  return null;
end
$$;
create trigger user_subjects_added after insert on user_subjects
  referencing new table as changed_subjects for each statement execute function keep_taken_subjects();
create trigger user_subjects_changed after update on user_subjects
  referencing new table as changed_subjects for each statement execute function keep_taken_subjects();
create trigger user_subjects_removed after delete on user_subjects
  referencing old table as changed_subjects for each statement execute function keep_taken_subjects();

drop trigger completions_added on completions;
drop trigger completions_changed on completions;
drop function keep_recent_work();

-- Records are never deleted but with their student, with whom this goes too. Whoever changes them has locked the user, so
-- nobody else writes the same row; of a row only the years are counted again that were changed.
create function keep_subject_work() returns trigger language plpgsql as $$
begin
  insert into subject_work as kept (user_id, subject_id, last_done_at, scores, done, sums)
  select changed.user_id, changed.subject_id, recent.last_done_at, recent.scores, counted.done, counted.sums
  from (
    select user_id, subject_id, array_agg(distinct year::integer) as years, max(year) - 2013 as places
    from changed_records group by user_id, subject_id order by user_id, subject_id
  ) as changed
  left join subject_work before on before.user_id = changed.user_id and before.subject_id = changed.subject_id
  cross join lateral recent_work_of(changed.user_id, changed.subject_id) as recent
  cross join lateral (
    select
      string_agg(coalesce(w.done, nullif(substring(before.done from place * 3 - 2 for 3), ''), three_bytes(0)), ''
        order by place) as done,
      string_agg(coalesce(w.sums, nullif(substring(before.sums from place * 3 - 2 for 3), ''), three_bytes(0)), ''
        order by place) as sums
    from generate_series(1, greatest(length(before.done) / 3, places)) as place
    left join year_work(changed.user_id, changed.subject_id, changed.years) as w using (place)
  ) as counted
  on conflict (user_id, subject_id) do update set
    last_done_at = excluded.last_done_at, scores = excluded.scores, done = excluded.done, sums = excluded.sums
  where (kept.last_done_at, kept.scores, kept.done, kept.sums)
    is distinct from (excluded.last_done_at, excluded.scores, excluded.done, excluded.sums);
  perform keep_student_work(array(select distinct user_id from changed_records));

  -- Once a day, because every update of users, also one of nobody, starts their triggers. In the order in which others hold
  -- several users.
  if exists (
    select from changed_records c join users u on u.id = c.user_id
    where u.active_on is null or u.active_on < day_of(c.updated_at)
  ) then
    with days as (
      select user_id, max(day_of(updated_at)) as day from changed_records group by user_id
    ), held as (
      select id, day from users join days on days.user_id = users.id
      where active_on is null or active_on < day order by id for no key update of users
    )
    update users set active_on = day from held where held.id = users.id;
  end if;
  return null;
end
$$;
create trigger completions_added after insert on completions
  referencing new table as changed_records for each statement execute function keep_subject_work();
create trigger completions_changed after update on completions
  referencing new table as changed_records for each statement execute function keep_subject_work();

-- What it must be, from the records.
create view true_subject_work as
  select user_id, subject_id, recent.last_done_at, recent.scores, done, sums
  from (
    select user_id, subject_id, string_agg(coalesce(done, three_bytes(0)), '' order by year) as done,
      string_agg(coalesce(sums, three_bytes(0)), '' order by year) as sums
    from (
      select user_id, subject_id, generate_series(2014, max(year)) as year from completions group by user_id, subject_id
    ) as each_year
    left join (
      select user_id, subject_id, year, three_bytes(bit_or(1 << paper_bit(session, paper, timezone))) as done,
        score_bytes(sum(score), count(score)) as sums
      from completions where is_completed group by user_id, subject_id, year
    ) as w using (user_id, subject_id, year)
    group by user_id, subject_id
  ) as counted, lateral recent_work_of(user_id, subject_id) as recent;

-- How many people a school has, without those who were archived: counted, it would take as long as reading all of them.
create table school_people (
  school_id integer primary key references schools on delete cascade,
  users integer not null,
  teachers integer not null,
  students integer not null,
  -- Whose address never was; a school admin is the platform admin's word.
  unconfirmed integer not null
);
create function is_unconfirmed(role text, email text, email_confirmed_at timestamptz) returns boolean language sql immutable as $$
  select role <> 'school_admin' and email is not null and email_confirmed_at is null
$$;
create view true_school_people as
  select school_id, count(*)::integer as users, count(*) filter (where role = 'teacher')::integer as teachers,
    count(*) filter (where role = 'student')::integer as students,
    count(*) filter (where is_unconfirmed(role, email, email_confirmed_at))::integer as unconfirmed
  from users where school_id is not null and role <> 'archived' group by school_id;

-- Each with 1 where they come and -1 where they go, in one order, as all sums.
create function add_people(school_ids integer[], roles text[], unconfirmed boolean[], signs integer[]) returns void
language plpgsql as $$
begin
  insert into school_people as s (school_id, users, teachers, students, unconfirmed)
  select * from (
    select school_id, sum(sign) as users, coalesce(sum(sign) filter (where role = 'teacher'), 0) as teachers,
      coalesce(sum(sign) filter (where role = 'student'), 0) as students,
      coalesce(sum(sign) filter (where t.unconfirmed), 0) as unconfirmed
    from unnest(school_ids, roles, unconfirmed, signs) as t (school_id, role, unconfirmed, sign)
    where school_id is not null and role <> 'archived'
    group by school_id
  ) as added
  where (users, teachers, students, added.unconfirmed) <> (0, 0, 0, 0)
  order by school_id
  on conflict (school_id) do update set
    users = s.users + excluded.users, teachers = s.teachers + excluded.teachers,
    students = s.students + excluded.students, unconfirmed = s.unconfirmed + excluded.unconfirmed;
end
$$;

create function count_new_users() returns trigger language plpgsql as $$
begin
  insert into student_work (user_id, school_id) select id, counted_school(role, school_id) from new_users;
  perform add_people(array_agg(school_id), array_agg(role), array_agg(is_unconfirmed(role, email, email_confirmed_at)),
    array_agg(1)) from new_users;
  return null;
end
$$;
create trigger users_added after insert on users
  referencing new table as new_users for each statement execute function count_new_users();

create function count_changed_users() returns trigger language plpgsql as $$
declare
  moved integer[];
begin
  perform add_people(array_agg(school_id), array_agg(role), array_agg(unconfirmed), array_agg(sign)) from (
    select v.*
    from old_users o join new_users n using (id), lateral (values
      (o.school_id, o.role, is_unconfirmed(o.role, o.email, o.email_confirmed_at), -1),
      (n.school_id, n.role, is_unconfirmed(n.role, n.email, n.email_confirmed_at), 1)
    ) as v (school_id, role, unconfirmed, sign)
    where (o.school_id, o.role, o.email is null, o.email_confirmed_at is null)
      is distinct from (n.school_id, n.role, n.email is null, n.email_confirmed_at is null)
  ) as changes having count(*) > 0;

  select array_agg(id) into moved from old_users o join new_users n using (id)
  where counted_school(o.role, o.school_id) is distinct from counted_school(n.role, n.school_id);
  if moved is not null then
    perform keep_student_work(moved);
  end if;
  return null;
end
$$;
create trigger users_changed after update on users
  referencing old table as old_users new table as new_users for each statement execute function count_changed_users();

create function count_gone_users() returns trigger language plpgsql as $$
begin
  perform add_people(array_agg(school_id), array_agg(role), array_agg(is_unconfirmed(role, email, email_confirmed_at)),
    array_agg(-1)) from old_users;
  return null;
end
$$;
create trigger users_gone after delete on users
  referencing old table as old_users for each statement execute function count_gone_users();

-- How many scores there are in each fifth: from 0 to 19, from 20 to 39, and so on; 100 is in the last.
create function score_band(score integer) returns integer language sql immutable as $$
  select least(score / 20, 4) + 1
$$;
alter table school_subject_sums add column bands integer[] not null default '{0,0,0,0,0}';

-- Each change is of one record, so its score says its band.
create or replace function add_to_sums(
  school_ids integer[], subject_ids text[], months date[],
  completed integer[], score_sums integer[], score_counts integer[]
) returns void language sql as $$
  insert into school_subject_sums as s (school_id, subject_id, completed, score_sum, score_count, bands)
  select * from (
    select school_id, subject_id, sum(papers) as papers, sum(score) as score, sum(scored) as scored,
      array[
        coalesce(sum(scored) filter (where band = 1), 0), coalesce(sum(scored) filter (where band = 2), 0),
        coalesce(sum(scored) filter (where band = 3), 0), coalesce(sum(scored) filter (where band = 4), 0),
        coalesce(sum(scored) filter (where band = 5), 0)
      ]::integer[] as bands
    from unnest(school_ids, subject_ids, completed, score_sums, score_counts)
        as t (school_id, subject_id, papers, score, scored),
      lateral (select score_band(abs(score)) as band) as b
    group by school_id, subject_id
  ) as added
  where papers <> 0 or score <> 0 or scored <> 0 or bands <> '{0,0,0,0,0}'
  order by school_id, subject_id
  on conflict (school_id, subject_id) do update set
    completed = s.completed + excluded.completed,
    score_sum = s.score_sum + excluded.score_sum,
    score_count = s.score_count + excluded.score_count,
    bands = array[
      s.bands[1] + excluded.bands[1], s.bands[2] + excluded.bands[2], s.bands[3] + excluded.bands[3],
      s.bands[4] + excluded.bands[4], s.bands[5] + excluded.bands[5]];

  insert into school_month_sums as s (school_id, month, completed)
  select school_id, month, sum(papers)
  from unnest(school_ids, months, completed) as t (school_id, month, papers)
  group by school_id, month
  having sum(papers) <> 0
  order by school_id, month
  on conflict (school_id, month) do update set completed = s.completed + excluded.completed;
$$;

create or replace view true_subject_sums as
  select school_id, subject_id, count(*)::integer as completed, coalesce(sum(score), 0)::bigint as score_sum,
    count(score)::integer as score_count,
    array[
      count(score) filter (where score_band(score) = 1), count(score) filter (where score_band(score) = 2),
      count(score) filter (where score_band(score) = 3), count(score) filter (where score_band(score) = 4),
      count(score) filter (where score_band(score) = 5)
    ]::integer[] as bands
  from completions join users on users.id = user_id
  where is_completed and role = 'student' and school_id is not null
  group by school_id, subject_id;

create or replace function recount_sums() returns void language sql as $$
  lock table school_subject_sums, school_month_sums, school_sums, subject_work, student_work, school_people in exclusive mode;
  delete from school_subject_sums;
  delete from school_month_sums;
  delete from school_sums;
  delete from subject_work;
  delete from student_work;
  delete from school_people;
  insert into school_subject_sums select * from true_subject_sums;
  insert into school_month_sums select * from true_month_sums;
  insert into school_sums select * from true_school_sums;
  insert into subject_work select * from true_subject_work;
  insert into student_work select * from true_student_work;
  insert into school_people select * from true_school_people;
  update users set active_on = day
  from (select user_id, max(day_of(updated_at)) as day from completions group by user_id) as t
  where t.user_id = users.id and active_on is distinct from day;
$$;
select recount_sums();
