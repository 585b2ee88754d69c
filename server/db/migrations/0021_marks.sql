-- Raw marks, where they were entered, '47/80': the score is what they are in per cent.
alter table completions add column marks text;
alter table completions add constraint completions_marks_check
  check (marks is null or (score is not null and marks ~ '^(0|[1-9]\d{0,2})/[1-9]\d{0,2}$'));

-- As before, and with marks.
create function set_completions(
  user_ids integer[], subject_ids text[], years integer[], sessions text[], papers text[], timezones text[],
  completed boolean[], scores integer[], marks text[], days date[], keep_completed boolean
) returns setof integer language plpgsql as $$
#variable_conflict use_column
declare
  sums record;
begin
  perform lock_users(user_ids);

  with incoming as (
    select t.*, u.school_id, u.role,
      case when t.is_completed then coalesce(time_on(t.day), c.completed_at, now()) end as completed_at
    from unnest(user_ids, subject_ids, years, sessions, papers, timezones, completed, scores, set_completions.marks, days)
      as t (user_id, subject_id, year, session, paper, timezone, is_completed, score, marks, day)
    join users u on u.id = t.user_id
    left join completions c on c.user_id = t.user_id
      and c.key = t.subject_id || '-' || t.year || '-' || t.session || '-' || t.paper || coalesce('-' || t.timezone, '')
  ), written as (
    insert into completions as c
      (user_id, subject_id, year, session, paper, timezone, is_completed, score, marks, completed_at)
    select user_id, subject_id, year, session, paper, timezone, is_completed,
      case when is_completed then score end, case when is_completed then incoming.marks end, completed_at
    from incoming
    on conflict (user_id, key) do update set
      is_completed = excluded.is_completed,
      score = excluded.score,
      marks = excluded.marks,
      completed_at = excluded.completed_at,
      updated_at = now()
    where not (keep_completed and c.is_completed)
      and (c.is_completed, c.score, c.marks, c.completed_at)
        is distinct from (excluded.is_completed, excluded.score, excluded.marks, excluded.completed_at)
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

-- As servers of the version before call it, while they are being replaced; those before them are gone.
create or replace function set_completions(
  user_ids integer[], subject_ids text[], years integer[], sessions text[], papers text[], timezones text[],
  completed boolean[], scores integer[], days date[], keep_completed boolean
) returns setof integer language sql as $$
  select set_completions(
    user_ids, subject_ids, years, sessions, papers, timezones, completed, scores, null::text[], days, keep_completed);
$$;
drop function set_completions(
  integer[], text[], integer[], text[], text[], text[], boolean[], integer[], boolean);
