-- The whole product's tables. Vocabulary (subjects, papers) is judged by domain/; what a table can make
-- impossible by itself, it does.

create table schools (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  -- The part of an address from the @ on, lower case: '@school.edu'.
  domain_pattern text not null unique check (domain_pattern ~ '^@[a-z0-9.-]+$'),
  created_at timestamptz not null default now()
);

create table users (
  id integer generated always as identity primary key,
  username text check (username <> '' and position('@' in username) = 0),
  -- The username as it is compared, made by loginKey() in domain/accounts.ts: not by lower(), whose result
  -- depends on the database's locale.
  username_key text unique,
  email text unique check (email = lower(email) and email like '_%@_%'),
  password_hash text not null,
  role text not null check (role in ('student', 'teacher', 'school_admin')),
  school_id integer references schools (id),
  created_at timestamptz not null default now(),
  check ((username is null) = (username_key is null)),
  -- A school admin is made with a username alone and sees one school; everybody else has an address.
  check (email is not null or (role = 'school_admin' and username is not null)),
  check (role <> 'school_admin' or school_id is not null)
);
create index users_by_school on users (school_id, id);

create table sessions (
  -- SHA-256 of the token. The token itself is never stored.
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Opened by the platform admin in the user's name.
  is_impersonation boolean not null default false,
  check (expires_at > created_at)
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table user_subjects (
  user_id integer not null references users (id) on delete cascade,
  subject_id text not null check (subject_id ~ '^[a-z_]+$'),
  position smallint not null check (position >= 0),
  primary key (user_id, subject_id)
);

create table completions (
  user_id integer not null references users (id) on delete cascade,
  subject_id text not null check (subject_id ~ '^[a-z_]+$'),
  year smallint not null check (year between 2014 and 2024),
  session text not null check (session in ('May', 'November')),
  paper text not null check (paper in ('paper1', 'paper2', 'paper3', 'essay')),
  timezone text check (timezone in ('TZ1', 'TZ2')),
  -- The name of a paper everywhere else in the product (domain/completion-key.ts). As a key it also settles
  -- that two records without a zone are the same record.
  key text not null generated always as (
    subject_id || '-' || year::text || '-' || session || '-' || paper || coalesce('-' || timezone, '')
  ) stored,
  is_completed boolean not null,
  score smallint check (score between 0 and 100),
  -- When it was ticked; a later change of the score does not move it.
  completed_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (user_id, key),
  check (not (year = 2020 and session = 'May')),
  check (is_completed or score is null),
  check (is_completed = (completed_at is not null))
);

create table files (
  id integer generated always as identity primary key,
  -- 128 random bits; opens nothing without a signature.
  public_id text not null unique check (public_id ~ '^[A-Za-z0-9_-]{22}$'),
  user_id integer not null,
  completion_key text not null,
  file_type text not null check (file_type in ('jpeg', 'png', 'gif', 'pdf')),
  original_filename text not null check (original_filename <> ''),
  size_bytes integer not null check (size_bytes > 0),
  thumbnail_bytes integer check (thumbnail_bytes > 0),
  width integer check (width > 0),
  height integer check (height > 0),
  sha256 bytea not null check (length(sha256) = 32),
  created_at timestamptz not null default now(),
  -- A file belongs to a record, which is made with it if need be.
  foreign key (user_id, completion_key) references completions (user_id, key) on delete cascade,
  check ((file_type = 'pdf') = (width is null)),
  check ((width is null) = (height is null))
);
create index files_by_completion on files (user_id, completion_key);

-- Stored objects whose row is gone, whatever removed it; the server deletes them and then the line.
create table files_to_remove (
  public_id text primary key,
  since timestamptz not null default now()
);

create function note_removed_file() returns trigger language plpgsql as $$
begin
  insert into files_to_remove (public_id) values (old.public_id) on conflict do nothing;
  return null;
end
$$;
create trigger files_removed after delete on files for each row execute function note_removed_file();

create table teacher_subjects (
  teacher_id integer not null references users (id) on delete cascade,
  subject_id text not null check (subject_id ~ '^[a-z_]+$'),
  primary key (teacher_id, subject_id)
);

-- A teacher follows a student. Pending until the address registers or, across schools, the student accepts.
create table teacher_students (
  id integer generated always as identity primary key,
  teacher_id integer not null references users (id) on delete cascade,
  student_id integer references users (id) on delete cascade,
  email text not null check (email = lower(email)),
  name text check (name <> ''),
  status text not null check (status in ('pending', 'active')),
  invitation_token text not null unique,
  created_at timestamptz not null default now(),
  activated_at timestamptz,
  unique (teacher_id, email),
  unique (teacher_id, student_id),
  check (teacher_id <> student_id),
  check (status = 'pending' or student_id is not null),
  check ((status = 'active') = (activated_at is not null))
);
create index teacher_students_by_student on teacher_students (student_id);
create index teacher_students_waiting on teacher_students (email) where status = 'pending';

create table preferences (
  user_id integer primary key references users (id) on delete cascade,
  year_ranges jsonb not null check (jsonb_typeof(year_ranges) = 'object'),
  timezone_overrides jsonb not null check (jsonb_typeof(timezone_overrides) = 'object'),
  updated_at timestamptz not null default now()
);

create table feedback (
  id integer generated always as identity primary key,
  user_id integer references users (id) on delete set null,
  -- The address given to answer to, if any.
  email text,
  message text not null check (message <> ''),
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index feedback_newest on feedback (created_at desc, id desc);

-- Who did what to whom. People are named by id alone, so that deleting a person leaves an anonymous line.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null check (actor in ('platform_admin', 'user', 'system')),
  actor_id integer references users (id) on delete set null,
  action text not null check (action ~ '^[a-z_]+$'),
  target_id integer references users (id) on delete set null,
  school_id integer references schools (id) on delete set null,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  check (actor <> 'platform_admin' or actor_id is null)
);
create index audit_newest on audit (at desc, id desc);
create index audit_by_school on audit (school_id, at desc);
create index audit_by_actor on audit (actor_id);
create index audit_by_target on audit (target_id, at desc);

-- Counters against guessing and flooding. Not worth a log record: after a crash they start from nothing.
create unlogged table throttles (
  -- SHA-256 of what is counted, so that no address or name is kept here.
  key bytea primary key check (length(key) = 32),
  count integer not null check (count > 0),
  resets_at timestamptz not null,
  blocked_until timestamptz,
  -- Whether the last one counted came while blocked.
  is_refused boolean not null default false
);
create index throttles_by_reset on throttles (resets_at);

-- What all servers of one installation share and nobody else may know.
create table secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);
