-- Changes many attempts of a user at once, all of them or none: a student's own spreadsheet, and its Undo. Each change
-- names an attempt by its paper and the moment it was entered, what it was and what it becomes; null is no attempt. One
-- that is made already is left as it is, so that a call sent twice counts once. Answers 'changed', or why nothing is.
create function change_attempts(of_user integer, changes jsonb, most integer) returns text language plpgsql as $$
#variable_conflict use_column
declare
  is_outdated boolean;
  is_too_many boolean;
  todo jsonb;
  keys text[];
begin
  perform lock_users(array[of_user]);
  if not exists (select from users where id = of_user) then return 'no user'; end if;

  with wanted as (
    select change, change->>'key' as key, (change->>'entered_at')::timestamptz as entered_at,
      nullif(change->'was', 'null') as was, nullif(change->'becomes', 'null') as becomes
    from jsonb_array_elements(changes) as t (change)
  ), there as (
    select key, entered_at, jsonb_build_object(
      'done_on', day_of(completed_at), 'score', score, 'marks', marks, 'note', note) as value
    from (
      select key, entered_at, completed_at, score, marks, note
      from completions where user_id = of_user and is_completed
      union all
      select key, e.entered_at, e.completed_at, e.score, e.marks, e.note
      from earlier_attempts e join completions c on c.user_id = e.user_id and c.key = e.completion_key
      where e.user_id = of_user and c.is_completed
    ) as attempts
  ), compared as (
    select wanted.*, there.value from wanted left join there using (key, entered_at)
  )
  select
    bool_or(value is distinct from was and value is distinct from becomes
      -- The same was entered elsewhere since the spreadsheet was compared.
      or (value is null and becomes is not null and exists (
        select from there t where t.key = compared.key and t.value = compared.becomes))),
    jsonb_agg(change) filter (where value is distinct from becomes),
    array_agg(distinct key) filter (where value is distinct from becomes),
    exists (
      select from (
        select key, 1 as attempts from there
        union all
        select key, (becomes is not null)::integer - (value is not null)::integer from compared
      ) as counted
      group by key having sum(attempts) > most)
  into is_outdated, todo, keys, is_too_many from compared;
  if is_outdated then return 'outdated'; end if;
  if keys is null then return 'changed'; end if;
  if is_too_many then return 'too many'; end if;

  -- A paper that is ticked anew begins anew.
  delete from earlier_attempts e using completions c
  where e.user_id = of_user and e.completion_key = any(keys) and c.user_id = of_user and c.key = e.completion_key
    and not c.is_completed;
  insert into completions (user_id, subject_id, year, session, paper, timezone, is_completed)
  select distinct of_user, subject_id, year, session, paper, timezone, false
  from jsonb_to_recordset(todo) as t (subject_id text, year integer, session text, paper text, timezone text)
  on conflict (user_id, key) do nothing;

  -- In three steps, as one attempt is changed, for all papers together: the newest are put to the earlier ones, these are
  -- changed, and the newest of each paper is made its record again.
  insert into earlier_attempts (user_id, completion_key, entered_at, id, completed_at, score, marks, note)
  select user_id, key, entered_at, attempt_id, completed_at, score, marks, note
  from completions where user_id = of_user and key = any(keys) and is_completed;

  delete from earlier_attempts a
  using jsonb_to_recordset(todo) as t (key text, entered_at timestamptz, becomes jsonb)
  where a.user_id = of_user and a.completion_key = t.key and a.entered_at = t.entered_at and t.becomes is null;
  insert into earlier_attempts as a (user_id, completion_key, entered_at, completed_at, score, marks, note)
  select of_user, t.key, t.entered_at, time_on((becomes->>'done_on')::date), (becomes->>'score')::smallint,
    becomes->>'marks', becomes->>'note'
  from jsonb_to_recordset(todo) as t (key text, entered_at timestamptz, becomes jsonb)
  where becomes is not null
  on conflict (user_id, completion_key, entered_at) do update set
    completed_at = case
      when day_of(a.completed_at) = day_of(excluded.completed_at) then a.completed_at else excluded.completed_at end,
    score = excluded.score, marks = excluded.marks, note = excluded.note;

  perform write_records(
    array_agg(of_user), array_agg(c.subject_id), array_agg(c.year::integer), array_agg(c.session), array_agg(c.paper),
    array_agg(c.timezone), array_agg(newest.id is not null), array_agg(newest.score::integer), array_agg(newest.marks),
    array_agg(newest.completed_at), false)
  from completions c left join (
    select distinct on (completion_key) * from earlier_attempts
    where user_id = of_user and completion_key = any(keys)
    order by completion_key, day_of(completed_at) desc, entered_at desc
  ) as newest on newest.completion_key = c.key
  where c.user_id = of_user and c.key = any(keys);

  with newest as (
    delete from earlier_attempts where (user_id, completion_key, entered_at) in (
      select distinct on (completion_key) user_id, completion_key, entered_at from earlier_attempts
      where user_id = of_user and completion_key = any(keys)
      order by completion_key, day_of(completed_at) desc, entered_at desc
    ) returning *
  )
  update completions c set attempt_id = newest.id, entered_at = newest.entered_at, note = newest.note
  from newest where c.user_id = of_user and c.key = newest.completion_key;

  update completions c set
    earlier_count = earlier.count, earlier_days = earlier.days, earlier_best = earlier.best, updated_at = now()
  from (
    select k.key, count(e.id) as count, max(e.score) as best,
      coalesce(array_agg(day_of(e.completed_at) order by e.completed_at) filter (where e.id is not null), '{}') as days
    from unnest(keys) as k (key)
    left join earlier_attempts e on e.user_id = of_user and e.completion_key = k.key
    group by k.key
  ) as earlier
  where c.user_id = of_user and c.key = earlier.key;
  return 'changed';
end
$$;
