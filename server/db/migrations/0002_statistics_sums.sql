-- Sums from which a school's statistics are read, exact after every change because they change with it: ticks come
-- through set_completions(), moves and deletions of users through triggers. Of students only, and by school, so that
-- reading them does not grow with the number of papers.

create table school_subject_sums (
  school_id integer not null references schools (id) on delete cascade,
  subject_id text not null,
  completed integer not null,
  score_sum bigint not null,
  score_count integer not null,
  primary key (school_id, subject_id)
);

create table school_month_sums (
  school_id integer not null references schools (id) on delete cascade,
  -- The first day of the month (UTC) in which the papers were ticked.
  month date not null,
  completed integer not null,
  primary key (school_id, month)
);

create table school_sums (
  school_id integer primary key references schools (id) on delete cascade,
  active_students integer not null
);

create function month_of(at timestamptz) returns date language sql immutable as $$
  select date_trunc('month', at at time zone 'UTC')::date
$$;

-- Whoever changes a user's records or moves the user holds this until the end of the transaction: otherwise two
-- changes could both start from the same old value. It leaves no trace on disk, unlike a row lock.
create function lock_users(user_ids integer[]) returns void language plpgsql as $$
declare
  locked_id integer;
begin
  -- In one order everywhere, so that two callers never wait for each other.
  for locked_id in select distinct unnest(user_ids) order by 1 loop
    perform pg_advisory_xact_lock(7236502, locked_id);
  end loop;
end
$$;

-- Adds changes to the sums, each table and its rows in one order, for the same reason.
create function add_to_sums(
  school_ids integer[], subject_ids text[], months date[],
  completed integer[], score_sums integer[], score_counts integer[]
) returns void language sql as $$
  insert into school_subject_sums as s (school_id, subject_id, completed, score_sum, score_count)
  select school_id, subject_id, sum(papers), sum(score), sum(scored)
  from unnest(school_ids, subject_ids, completed, score_sums, score_counts)
    as t (school_id, subject_id, papers, score, scored)
  group by school_id, subject_id
  having sum(papers) <> 0 or sum(score) <> 0 or sum(scored) <> 0
  order by school_id, subject_id
  on conflict (school_id, subject_id) do update set
    completed = s.completed + excluded.completed,
    score_sum = s.score_sum + excluded.score_sum,
    score_count = s.score_count + excluded.score_count;

  insert into school_month_sums as s (school_id, month, completed)
  select school_id, month, sum(papers)
  from unnest(school_ids, months, completed) as t (school_id, month, papers)
  group by school_id, month
  having sum(papers) <> 0
  order by school_id, month
  on conflict (school_id, month) do update set completed = s.completed + excluded.completed;
$$;

create function add_active_students(school_ids integer[], students integer[]) returns void language sql as $$
  insert into school_sums as s (school_id, active_students)
  select school_id, sum(count)
  from unnest(school_ids, students) as t (school_id, count)
  group by school_id
  having sum(count) <> 0
  order by school_id
  on conflict (school_id) do update set active_students = s.active_students + excluded.active_students;
$$;

-- Writes records, each paper once, and answers which of the users exist. A paper that stays ticked keeps the time of
-- its tick. With keep_completed a record that is ticked already is left as it is.
create function set_completions(
  user_ids integer[], subject_ids text[], years integer[], sessions text[], papers text[], timezones text[],
  completed boolean[], scores integer[], keep_completed boolean
) returns setof integer language plpgsql as $$
#variable_conflict use_column
declare
  sums record;
begin
  perform lock_users(user_ids);

  with incoming as (
    select t.*, u.school_id, u.role
    from unnest(user_ids, subject_ids, years, sessions, papers, timezones, completed, scores)
      as t (user_id, subject_id, year, session, paper, timezone, is_completed, score)
    join users u on u.id = t.user_id
  ), written as (
    insert into completions as c
      (user_id, subject_id, year, session, paper, timezone, is_completed, score, completed_at)
    select user_id, subject_id, year, session, paper, timezone, is_completed,
      case when is_completed then score end, case when is_completed then now() end
    from incoming
    on conflict (user_id, key) do update set
      is_completed = excluded.is_completed,
      score = excluded.score,
      completed_at = case when excluded.is_completed then coalesce(c.completed_at, excluded.completed_at) end,
      updated_at = now()
    where not (keep_completed and c.is_completed)
      and (c.is_completed, c.score) is distinct from (excluded.is_completed, excluded.score)
    returning c.user_id, c.key, c.subject_id, c.is_completed, c.score, c.completed_at
  ), counted as (
    select w.*, i.school_id
    from written w
    join (select distinct user_id, school_id from incoming where role = 'student' and school_id is not null) i
      using (user_id)
  ), changes as (
    select school_id, subject_id, month_of(completed_at) as month, 1 as papers, coalesce(score, 0) as score,
      (score is not null)::integer as scored
    from counted where is_completed
    union all
    -- This statement still sees the table as it was before.
    select school_id, c.subject_id, month_of(c.completed_at), -1, -coalesce(c.score, 0), -(c.score is not null)::integer
    from counted join completions c using (user_id, key) where c.is_completed
  ), students as (
    select school_id,
      (bool_or(is_completed) or exists (
        select from completions c
        where c.user_id = counted.user_id and c.is_completed
          and not exists (select from written w where w.user_id = c.user_id and w.key = c.key)
      ))::integer
      - exists (select from completions c where c.user_id = counted.user_id and c.is_completed)::integer as count
    from counted group by user_id, school_id
  )
  select
    array_agg(school_id) as school_ids, array_agg(subject_id) as subject_ids, array_agg(month) as months,
    array_agg(papers) as papers, array_agg(score) as scores, array_agg(scored) as scored,
    (select array_agg(school_id) from students) as active_school_ids,
    (select array_agg(count) from students) as active_counts
  into sums from changes;

  if sums.school_ids is not null then
    perform add_to_sums(sums.school_ids, sums.subject_ids, sums.months, sums.papers, sums.scores, sums.scored);
    perform add_active_students(sums.active_school_ids, sums.active_counts);
  end if;
  return query select id from users where id = any(user_ids);
end
$$;

-- Moves all papers of students from the sums of one school to those of another; either may be null.
create function move_students(student_ids integer[], old_schools integer[], new_schools integer[]) returns void
language plpgsql as $$
declare
  sums record;
begin
  with moves as (
    select student_id, school_id, factor
    from unnest(student_ids, old_schools, new_schools) as t (student_id, old_school, new_school),
      lateral (values (old_school, -1), (new_school, 1)) as v (school_id, factor)
    where school_id is not null
  ), papers as (
    select moves.*, subject_id, month_of(completed_at) as month, score
    from moves join completions on user_id = student_id where is_completed
  ), students as (
    select distinct student_id, school_id, factor from papers
  )
  select
    array_agg(school_id) as school_ids, array_agg(subject_id) as subject_ids, array_agg(month) as months,
    array_agg(factor) as papers, array_agg(factor * coalesce(score, 0)) as scores,
    array_agg(factor * (score is not null)::integer) as scored,
    (select array_agg(school_id) from students) as active_school_ids,
    (select array_agg(factor) from students) as active_counts
  into sums from papers;

  if sums.school_ids is not null then
    perform add_to_sums(sums.school_ids, sums.subject_ids, sums.months, sums.papers, sums.scores, sums.scored);
    perform add_active_students(sums.active_school_ids, sums.active_counts);
  end if;
end
$$;

-- The school whose statistics a user counts in.
create function counted_school(role text, school_id integer) returns integer language sql immutable as $$
  select case when role = 'student' then school_id end
$$;

-- Once for all users of an update, so that their sums are changed in one order.
create function count_moved_users() returns trigger language plpgsql as $$
declare
  moved record;
begin
  select array_agg(id) as ids, array_agg(old_school) as old_schools, array_agg(new_school) as new_schools
  into moved from (
    select id, counted_school(o.role, o.school_id) as old_school, counted_school(n.role, n.school_id) as new_school
    from old_users o join new_users n using (id)
  ) as t
  where old_school is distinct from new_school;
  if moved.ids is not null then
    perform lock_users(moved.ids);
    perform move_students(moved.ids, moved.old_schools, moved.new_schools);
  end if;
  return null;
end
$$;
create trigger users_moved after update on users
  referencing old table as old_users new table as new_users
  for each statement execute function count_moved_users();

-- Before, while the records are still there.
create function count_deleted_user() returns trigger language plpgsql as $$
begin
  perform lock_users(array[old.id]);
  perform move_students(array[old.id], array[counted_school(old.role, old.school_id)], array[null::integer]);
  return old;
end
$$;
create trigger users_deleted before delete on users for each row execute function count_deleted_user();

-- What the sums of a school must be, from its rows.
create view true_subject_sums as
  select school_id, subject_id, count(*)::integer as completed, coalesce(sum(score), 0)::bigint as score_sum,
    count(score)::integer as score_count
  from completions join users on users.id = user_id
  where is_completed and role = 'student' and school_id is not null
  group by school_id, subject_id;

create view true_month_sums as
  select school_id, month_of(completed_at) as month, count(*)::integer as completed
  from completions join users on users.id = user_id
  where is_completed and role = 'student' and school_id is not null
  group by school_id, month_of(completed_at);

create view true_school_sums as
  select school_id, count(distinct user_id)::integer as active_students
  from completions join users on users.id = user_id
  where is_completed and role = 'student' and school_id is not null
  group by school_id;

-- Writes the sums anew, for records that were loaded past set_completions().
create function recount_sums() returns void language sql as $$
  lock table school_subject_sums, school_month_sums, school_sums in exclusive mode;
  delete from school_subject_sums;
  delete from school_month_sums;
  delete from school_sums;
  insert into school_subject_sums select * from true_subject_sums;
  insert into school_month_sums select * from true_month_sums;
  insert into school_sums select * from true_school_sums;
$$;
