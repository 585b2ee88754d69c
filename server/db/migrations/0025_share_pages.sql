-- Pages that students show to somebody without an account: a parent, a tutor, a counsellor.
create table share_pages (
  id uuid primary key,
  user_id integer not null references users (id) on delete cascade,
  -- Finds the page.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Lets the student copy the link again. Encrypted with a key of the table secrets.
  sealed_token bytea not null,
  -- Whose page it says it is; the student types it.
  name text not null check (name <> ''),
  subjects text[] not null check (cardinality(subjects) > 0),
  -- The last day on which it opens.
  ends_on date not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index share_pages_by_user on share_pages (user_id);
create index share_pages_ended on share_pages (ends_on);

-- A school may switch them off for its students.
alter table schools add column share_pages boolean not null default true;
