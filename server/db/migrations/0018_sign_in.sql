-- The sign-in that a school runs itself (OpenID Connect).
create table school_sign_ins (
  school_id integer primary key references schools (id) on delete cascade,
  kind text not null check (kind in ('google', 'entra', 'other')),
  issuer text not null check (issuer <> ''),
  -- Of Entra: the directory of the school.
  tenant text check ((kind = 'entra') = (tenant is not null)),
  client_id text not null check (client_id <> ''),
  -- Encrypted with a key of the table secrets.
  client_secret bytea not null,
  makes_students boolean not null default false,
  only_sign_in boolean not null default false,
  -- When somebody last came through with these settings; without it nobody is let in by them.
  tested_at timestamptz,
  -- What the last test found, step by step.
  last_test jsonb check (jsonb_typeof(last_test) = 'array')
);

-- Who somebody is there. An address can be given to somebody else; a subject never is.
create table identities (
  issuer text not null,
  subject text not null,
  user_id integer not null references users (id) on delete cascade,
  school_id integer not null references schools (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (user_id, issuer)
);
create index identities_by_school on identities (school_id);

-- Somebody who was sent to their school and is expected back, in the same browser.
create table sign_in_attempts (
  state_hash bytea primary key check (length(state_hash) = 32),
  browser_hash bytea not null check (length(browser_hash) = 32),
  school_id integer not null references schools (id) on delete cascade,
  purpose text not null check (purpose in ('login', 'join', 'test')),
  -- Who asks to be joined.
  user_id integer references users (id) on delete cascade check ((purpose = 'join') = (user_id is not null)),
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);
create index sign_in_attempts_expired on sign_in_attempts (expires_at);

-- What somebody who came back takes to the app, once: a session, or the right to join an account by its password.
create table sign_in_codes (
  code_hash bytea primary key check (length(code_hash) = 32),
  browser_hash bytea not null check (length(browser_hash) = 32),
  kind text not null check (kind in ('session', 'join')),
  user_id integer not null references users (id) on delete cascade,
  school_id integer not null references schools (id) on delete cascade,
  -- Of a join: who they are there, and their address if it was proved.
  issuer text,
  subject text,
  proved_email text,
  expires_at timestamptz not null,
  check ((kind = 'join') = (issuer is not null)),
  check ((kind = 'join') = (subject is not null))
);
create index sign_in_codes_expired on sign_in_codes (expires_at);
