-- A paper may be done again. A record is its newest attempt, as it always was; the attempts before it are kept in
-- earlier_attempts, and the record carries what is shown of them, so that reading records costs what it did.
create sequence attempt_ids;
alter table completions
  add column attempt_id bigint not null default nextval('attempt_ids'),
  -- When the attempt was entered. Of two attempts of one day the later entered is the newer.
  add column entered_at timestamptz not null default date_trunc('milliseconds', now()),
  -- To oneself: nobody else is shown it.
  add column note text,
  -- How many rows earlier_attempts has. Of a paper that is not ticked they are what its untick removed.
  add column earlier_count smallint not null default 0,
  add column earlier_days date[] not null default '{}',
  add column earlier_best smallint;
alter sequence attempt_ids owned by completions.attempt_id;
update completions set entered_at = date_trunc('milliseconds', coalesce(completed_at, updated_at));
alter table completions add constraint completions_note_check
  check (note is null or (is_completed and length(note) between 1 and 500));

create table earlier_attempts (
  user_id integer not null,
  completion_key text not null,
  entered_at timestamptz not null,
  id bigint not null default nextval('attempt_ids'),
  completed_at timestamptz not null,
  score smallint check (score between 0 and 100),
  marks text,
  note text check (length(note) between 1 and 500),
  primary key (user_id, completion_key, entered_at),
  foreign key (user_id, completion_key) references completions (user_id, key) on delete cascade,
  constraint earlier_attempts_marks_check
    check (marks is null or (score is not null and marks ~ '^(0|[1-9]\d{0,2})/[1-9]\d{0,2}$'))
);

create function day_of(at timestamptz) returns date language sql immutable as $$
  select (at at time zone 'UTC')::date
$$;

-- What set_completions() did until now, with times in place of days: writes records with their sums.
create function write_records(
  user_ids integer[], subject_ids text[], years integer[], sessions text[], papers text[], timezones text[],
  completed boolean[], scores integer[], marks text[], times timestamptz[], keep_completed boolean
) returns void language plpgsql as $$
#variable_conflict use_column
declare
  sums record;
begin
  with incoming as (
    select t.*, u.school_id, u.role,
      case when t.is_completed then coalesce(t.time, c.completed_at, now()) end as completed_at
    from unnest(user_ids, subject_ids, years, sessions, papers, timezones, completed, scores, write_records.marks, times)
      as t (user_id, subject_id, year, session, paper, timezone, is_completed, score, marks, time)
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
      -- Ticked again it is another attempt.
      attempt_id = case when c.is_completed then c.attempt_id else excluded.attempt_id end,
      entered_at = case when c.is_completed then c.entered_at else excluded.entered_at end,
      note = case when excluded.is_completed then c.note end,
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
end
$$;

-- Attempts are changed in three steps, by whoever holds the user's lock: the newest is put to the earlier ones, they are
-- changed, and the newest of them is made the record again.
create function spread_attempts(of_user integer, of_key text) returns void language sql as $$
  insert into earlier_attempts (user_id, completion_key, entered_at, id, completed_at, score, marks, note)
  select user_id, key, entered_at, attempt_id, completed_at, score, marks, note
  from completions where user_id = of_user and key = of_key and is_completed;
$$;

-- Without any attempt, or told that none shall count, the paper is not ticked.
create function gather_attempts(of_user integer, of_key text, counts boolean default true) returns void
language plpgsql as $$
declare
  newest earlier_attempts;
  c completions;
begin
  if counts then
    delete from earlier_attempts where (user_id, completion_key, entered_at) = (
      select user_id, completion_key, entered_at from earlier_attempts
      where user_id = of_user and completion_key = of_key
      order by day_of(completed_at) desc, entered_at desc limit 1
    ) returning * into newest;
  end if;
  select * into c from completions where user_id = of_user and key = of_key;
  perform write_records(
    array[of_user], array[c.subject_id], array[c.year::integer], array[c.session], array[c.paper], array[c.timezone],
    array[newest.id is not null], array[newest.score::integer], array[newest.marks], array[newest.completed_at], false);
  update completions set
    attempt_id = coalesce(newest.id, attempt_id),
    entered_at = coalesce(newest.entered_at, completions.entered_at),
    note = newest.note,
    earlier_count = earlier.count,
    earlier_days = case when newest.id is null then '{}' else earlier.days end,
    earlier_best = case when newest.id is not null then earlier.best end,
    updated_at = now()
  from (
    select count(*) as count, coalesce(array_agg(day_of(e.completed_at) order by e.completed_at), '{}') as days,
      max(e.score) as best
    from earlier_attempts e where e.user_id = of_user and e.completion_key = of_key
  ) as earlier
  where user_id = of_user and key = of_key;
end
$$;

-- Writes records, each paper once, and answers which of the users exist. A tick changes the newest attempt, an untick
-- removes all of them, a tick that restores brings back what the untick has removed. A paper was done on the day that
-- is named; without one, when it was ticked first. A note of null leaves the one that is there, an empty one removes it.
-- With keep_completed a record that is ticked already is left as it is.
create function set_completions(
  user_ids integer[], subject_ids text[], years integer[], sessions text[], papers text[], timezones text[],
  completed boolean[], scores integer[], marks text[], days date[], notes text[], restores boolean[],
  keep_completed boolean
) returns setof integer language plpgsql as $$
#variable_conflict use_column
declare
  keys text[];
  plain boolean[];
  item record;
begin
  perform lock_users(user_ids);

  -- Nearly always there is nothing but the newest attempt, and no note.
  if not exists (
    select from unnest(user_ids, subject_ids, years, sessions, papers, timezones, completed, notes)
      as t (user_id, subject_id, year, session, paper, timezone, is_completed, note)
    left join completions c on c.user_id = t.user_id
      and c.key = t.subject_id || '-' || t.year || '-' || t.session || '-' || t.paper || coalesce('-' || t.timezone, '')
    where t.note is not null or c.earlier_count > 0 or (c.note is not null and not t.is_completed)
  ) then
    perform write_records(user_ids, subject_ids, years, sessions, papers, timezones, completed, scores,
      set_completions.marks, array(select time_on(d) from unnest(days) with ordinality as t (d, n) order by n),
      keep_completed);
    return query select id from users where id = any(user_ids);
    return;
  end if;

  keys := array(
    select s || '-' || y || '-' || e || '-' || p || coalesce('-' || z, '')
    from unnest(subject_ids, years, sessions, papers, timezones) with ordinality as t (s, y, e, p, z, n) order by n);

  -- A paper that is ticked anew begins anew.
  with removed as (
    delete from earlier_attempts a
    using unnest(user_ids, keys, completed, restores) as t (user_id, key, is_completed, restores), completions c
    where c.user_id = t.user_id and c.key = t.key and a.user_id = t.user_id and a.completion_key = t.key
      and c.earlier_count > 0 and not c.is_completed and t.is_completed and t.restores is not true
    returning a.user_id, a.completion_key as key
  )
  update completions c set earlier_count = 0
  from (select distinct user_id, key from removed) as r where c.user_id = r.user_id and c.key = r.key;

  for item in
    select t.*, c.is_completed as was_completed, c.attempt_id
    from unnest(user_ids, keys, completed, scores, set_completions.marks, days, notes)
      as t (user_id, key, is_completed, score, marks, day, note)
    join completions c on c.user_id = t.user_id and c.key = t.key
    where c.earlier_count > 0 or (c.note is not null and not t.is_completed)
  loop
    if item.was_completed and not (item.is_completed and keep_completed) then
      perform spread_attempts(item.user_id, item.key);
      update earlier_attempts set
        completed_at = coalesce(time_on(item.day), completed_at),
        score = item.score,
        marks = item.marks,
        note = case when item.note is null then earlier_attempts.note else nullif(item.note, '') end
      where user_id = item.user_id and completion_key = item.key and id = item.attempt_id and item.is_completed;
      perform gather_attempts(item.user_id, item.key, item.is_completed);
    elsif item.is_completed and not item.was_completed then
      perform gather_attempts(item.user_id, item.key);
    end if;
    plain := coalesce(plain, array_fill(true, array[cardinality(user_ids)]));
    plain[(select n from unnest(user_ids, keys) with ordinality as t (u, k, n)
      where u = item.user_id and k = item.key)] := false;
  end loop;

  if plain is null then
    perform write_records(user_ids, subject_ids, years, sessions, papers, timezones, completed, scores,
      set_completions.marks, array(select time_on(d) from unnest(days) with ordinality as t (d, n) order by n),
      keep_completed);
  else
    perform write_records(array_agg(u), array_agg(s), array_agg(y), array_agg(e), array_agg(p), array_agg(z),
      array_agg(c), array_agg(o), array_agg(m), array_agg(time_on(d)), keep_completed)
    from unnest(user_ids, subject_ids, years, sessions, papers, timezones, completed, scores, set_completions.marks, days,
      plain) as t (u, s, y, e, p, z, c, o, m, d, is_plain)
    where is_plain;
  end if;

  update completions c set note = nullif(t.note, ''), updated_at = now()
  from unnest(user_ids, keys, notes) as t (user_id, key, note)
  where t.note is not null and c.user_id = t.user_id and c.key = t.key and c.is_completed
    and c.earlier_count = 0 and not keep_completed and c.note is distinct from nullif(t.note, '');
  return query select id from users where id = any(user_ids);
end
$$;

-- As servers of the version before call it, while they are being replaced; those before them are gone.
create or replace function set_completions(
  user_ids integer[], subject_ids text[], years integer[], sessions text[], papers text[], timezones text[],
  completed boolean[], scores integer[], marks text[], days date[], keep_completed boolean
) returns setof integer language sql as $$
  select set_completions(
    user_ids, subject_ids, years, sessions, papers, timezones, completed, scores, marks, days, null::text[],
    null::boolean[], keep_completed);
$$;
drop function set_completions(
  integer[], text[], integer[], text[], text[], text[], boolean[], integer[], date[], boolean);

-- Adds an attempt, or changes the one that was entered at that moment: sent twice it is added once, and also without a
-- moment if it comes within seconds. False if the paper has as many as it may have.
create function add_attempt(
  of_user integer, subject_id text, year integer, session text, paper text, timezone text,
  day date, new_score integer, new_marks text, new_note text, entered timestamptz, most integer
) returns boolean language plpgsql as $$
#variable_conflict use_column
declare
  of_key text := subject_id || '-' || year || '-' || session || '-' || paper || coalesce('-' || timezone, '');
  c completions;
begin
  perform lock_users(array[of_user]);
  select * into c from completions where user_id = of_user and key = of_key;
  if entered is null then
    entered := (
      select max(t.entered_at) from (
        select c.entered_at, c.completed_at, c.score, c.marks, c.note where c.is_completed
        union all
        select e.entered_at, e.completed_at, e.score, e.marks, e.note
        from earlier_attempts e where e.user_id = of_user and e.completion_key = of_key and c.is_completed
      ) as t
      where t.entered_at > now() - interval '10 seconds'
        and (t.score, t.marks, t.note) is not distinct from (new_score, new_marks, nullif(new_note, ''))
        and day_of(t.completed_at) = day_of(coalesce(time_on(day), now())));
    entered := coalesce(entered, date_trunc('milliseconds', now()));
  end if;
  if c.is_completed is not true then
    perform set_completions(array[of_user], array[subject_id], array[year], array[session], array[paper],
      array[timezone], array[true], array[new_score], array[new_marks], array[day], array[new_note], null, false);
    update completions set entered_at = entered where user_id = of_user and key = of_key;
    return true;
  end if;
  perform spread_attempts(of_user, of_key);
  insert into earlier_attempts as a (user_id, completion_key, entered_at, completed_at, score, marks, note)
  values (of_user, of_key, entered, coalesce(time_on(day), now()), new_score, new_marks, nullif(new_note, ''))
  on conflict (user_id, completion_key, entered_at) do update set
    completed_at = case
      when day is null or day_of(a.completed_at) = day then a.completed_at else excluded.completed_at end,
    score = excluded.score, marks = excluded.marks,
    note = case when new_note is null then a.note else excluded.note end;
  perform gather_attempts(of_user, of_key);
  select * into c from completions where user_id = of_user and key = of_key;
  -- The caller takes it back.
  return c.earlier_count < most;
end
$$;

-- The paper of one of a user's attempts.
create function paper_of_attempt(of_user integer, of_id bigint) returns text language sql stable as $$
  select key from completions where user_id = of_user and attempt_id = of_id and is_completed
  union all
  select key from earlier_attempts e join completions c on c.user_id = e.user_id and c.key = e.completion_key
  where e.user_id = of_user and e.id = of_id and c.is_completed
$$;

-- Both answer the paper's key, or null if there is no such attempt of this user.
create function change_attempt(
  of_user integer, of_id bigint, day date, new_score integer, new_marks text, new_note text
) returns text language plpgsql as $$
declare
  of_key text;
begin
  perform lock_users(array[of_user]);
  of_key := paper_of_attempt(of_user, of_id);
  if of_key is null then return null; end if;
  perform spread_attempts(of_user, of_key);
  update earlier_attempts set
    completed_at = case when day_of(completed_at) = day then completed_at else time_on(day) end,
    score = new_score, marks = new_marks, note = case when new_note is null then note else nullif(new_note, '') end
  where user_id = of_user and completion_key = of_key and id = of_id;
  perform gather_attempts(of_user, of_key);
  return of_key;
end
$$;

create function remove_attempt(of_user integer, of_id bigint) returns text language plpgsql as $$
declare
  of_key text;
begin
  perform lock_users(array[of_user]);
  of_key := paper_of_attempt(of_user, of_id);
  if of_key is null then return null; end if;
  perform spread_attempts(of_user, of_key);
  delete from earlier_attempts where user_id = of_user and completion_key = of_key and id = of_id;
  perform gather_attempts(of_user, of_key);
  return of_key;
end
$$;

-- What an untick removed is kept until nobody can want it back.
create index completions_removed_attempts on completions (updated_at) where not is_completed and earlier_count > 0;
create function forget_removed_attempts(before timestamptz, most integer) returns integer language plpgsql as $$
declare
  old record;
begin
  select array_agg(user_id) as user_ids, array_agg(key) as keys, count(*) as count into old from (
    select user_id, key from completions
    where not is_completed and earlier_count > 0 and updated_at < before
    order by updated_at limit most
  ) as t;
  perform lock_users(old.user_ids);
  -- It may have been ticked again meanwhile.
  with still as (
    update completions c set earlier_count = 0
    from unnest(old.user_ids, old.keys) as t (user_id, key)
    where c.user_id = t.user_id and c.key = t.key and not c.is_completed and c.updated_at < before
    returning c.user_id, c.key
  )
  delete from earlier_attempts a using still s where a.user_id = s.user_id and a.completion_key = s.key;
  return old.count;
end
$$;
