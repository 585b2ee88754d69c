-- Versions run side by side while servers are replaced, and an older one may be started again
-- (docs/decisions/061-expand-then-contract.md).

-- As servers whose newest migration is 0006 call it; 0021 took it from them.
create function set_completions(
  user_ids integer[], subject_ids text[], years integer[], sessions text[], papers text[], timezones text[],
  completed boolean[], scores integer[], keep_completed boolean
) returns setof integer language sql as $$
  select set_completions(
    user_ids, subject_ids, years, sessions, papers, timezones, completed, scores, null::text[], null::date[],
    null::text[], null::boolean[], keep_completed);
$$;

-- What an older version that was started again does not know. It starts on no database that has migrations it does not
-- know, so these are kept here until a newer version starts.
create table migrations_set_aside (
  name text primary key,
  sha256 text not null,
  applied_at timestamptz not null
);
