-- What a school admin sees of 3,000 students at once (docs/decisions/054-coordinator.md): nothing of it reads a student's
-- records, all of it is kept with them.

alter table users
  -- The school's name of the person.
  add column name text check (length(name) between 1 and 120),
  -- The day (UTC) on which the user last changed a record.
  add column active_on date;

-- For what the first screen counts.
create index users_students on users (school_id, active_on) include (id) where role = 'student';
create index users_staff on users (school_id, role) include (id) where role <> 'student';
create index users_unconfirmed on users (school_id)
  where email is not null and email_confirmed_at is null and role <> 'school_admin';
create index teacher_students_active on teacher_students (teacher_id, student_id) where status = 'active';

-- Which bit of a year's 24 stands for a paper (domain/paper-bits.ts).
create function paper_bit(session text, paper text, timezone text) returns integer language sql immutable as $$
  select ((case session when 'May' then 0 else 1 end) * 4
      + case paper when 'paper1' then 0 when 'paper2' then 1 when 'paper3' then 2 else 3 end) * 3
    + case timezone when 'TZ1' then 1 when 'TZ2' then 2 else 0 end
$$;

-- It is no longer about what is recent alone. Also kept is, by year from 2014 on, which papers are done and what their scores
-- add up to: eight bytes a year, because arrays and JSON of a whole school take PostgreSQL many times as long to write out.
alter table recent_work rename to subject_work;
alter table subject_work rename constraint recent_work_pkey to subject_work_pkey;
alter table subject_work rename constraint recent_work_user_id_fkey to subject_work_user_id_fkey;
alter table subject_work add column years bytea not null default '';

-- A bit for each paper done, the sum of the scores, and how many there are (server/features/school-admin/subject-work.ts).
create function year_bytes(done integer, score_sum bigint, score_count bigint) returns bytea language sql immutable as $$
  select int4send(coalesce(done, 0)) || int2send(coalesce(score_sum, 0)::smallint) || int2send(coalesce(score_count, 0)::smallint)
$$;
-- The papers done in a year, which is counted from 1 for 2014.
create function done_in(years bytea, place integer) returns integer language sql immutable as $$
  select case when length(years) >= place * 8
    then (get_byte(years, place * 8 - 7) << 16) | (get_byte(years, place * 8 - 6) << 8) | get_byte(years, place * 8 - 5)
    else 0 end
$$;

-- What a student has done in a subject in some years. A year's keys follow each other in any collation.
create function year_work(of_user integer, of_subject text, years integer[])
returns table (place integer, bytes bytea) language sql stable as $$
  select y - 2013, year_bytes(
    bit_or(1 << paper_bit(session, paper, timezone)) filter (where is_completed), sum(score), count(score))
  from unnest(years) as y
  left join completions on user_id = of_user and subject_id = of_subject and year = y
    and key > of_subject || '-' || y and key < of_subject || '-' || y + 1
  group by y
$$;

drop trigger completions_added on completions;
drop trigger completions_changed on completions;
drop function keep_recent_work();

-- Records are never deleted but with their student, with whom this goes too. Whoever changes them has locked the user, so
-- nobody else writes the same row; of a row only the years are counted again that were changed.
create function keep_subject_work() returns trigger language plpgsql as $$
begin
  insert into subject_work as kept (user_id, subject_id, last_done_at, scores, years)
  select changed.user_id, changed.subject_id, recent.last_done_at, recent.scores, counted.years
  from (
    select user_id, subject_id, array_agg(distinct year::integer) as years, max(year) - 2013 as places
    from changed_records group by user_id, subject_id order by user_id, subject_id
  ) as changed
  left join subject_work before on before.user_id = changed.user_id and before.subject_id = changed.subject_id
  cross join lateral recent_work_of(changed.user_id, changed.subject_id) as recent
  cross join lateral (
    select string_agg(
      coalesce(w.bytes, nullif(substring(before.years from place * 8 - 7 for 8), ''), year_bytes(0, 0, 0)), ''
      order by place) as years
    from generate_series(1, greatest(length(before.years) / 8, places)) as place
    left join year_work(changed.user_id, changed.subject_id, changed.years) as w using (place)
  ) as counted
  on conflict (user_id, subject_id) do update set
    last_done_at = excluded.last_done_at, scores = excluded.scores, years = excluded.years
  where (kept.last_done_at, kept.scores, kept.years)
    is distinct from (excluded.last_done_at, excluded.scores, excluded.years);

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
  select user_id, subject_id, recent.last_done_at, recent.scores, years
  from (
    select user_id, subject_id, string_agg(coalesce(bytes, year_bytes(0, 0, 0)), '' order by year) as years
    from (
      select user_id, subject_id, generate_series(2014, max(year)) as year from completions group by user_id, subject_id
    ) as each_year
    left join (
      select user_id, subject_id, year,
        year_bytes(bit_or(1 << paper_bit(session, paper, timezone)), sum(score), count(score)) as bytes
      from completions where is_completed group by user_id, subject_id, year
    ) as w using (user_id, subject_id, year)
    group by user_id, subject_id
  ) as counted, lateral recent_work_of(user_id, subject_id) as recent;

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
  lock table school_subject_sums, school_month_sums, school_sums, subject_work in exclusive mode;
  delete from school_subject_sums;
  delete from school_month_sums;
  delete from school_sums;
  delete from subject_work;
  insert into school_subject_sums select * from true_subject_sums;
  insert into school_month_sums select * from true_month_sums;
  insert into school_sums select * from true_school_sums;
  insert into subject_work select * from true_subject_work;
  update users set active_on = day
  from (select user_id, max(day_of(updated_at)) as day from completions group by user_id) as t
  where t.user_id = users.id and active_on is distinct from day;
$$;
select recount_sums();
