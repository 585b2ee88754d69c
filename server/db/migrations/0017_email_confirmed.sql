-- When an address was proved: by a link that was mailed to it, by an invitation, by the school's sign-in, or by the word
-- of the staff. Nobody knows it of the accounts that exist.
alter table users add column email_confirmed_at timestamptz;
-- The address was given while mail was on, and nobody has proved it yet: neither a school nor a teacher counts on it.
alter table users add column email_waits boolean not null default false;

-- An account that never proved its address gives way to whoever does, and goes on without one.
alter table users drop constraint users_check1;
alter table users add constraint users_reachable check (email is not null or username is not null);
alter table users add constraint users_confirmed check (email_confirmed_at is null or (email is not null and not email_waits));

-- Links that are sent by mail. Whoever has the token is taken for the owner of the address; only its hash is kept, and it
-- is used once.
create table mail_links (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  kind text not null check (kind in ('reset', 'confirm')),
  -- Nobody's where an unknown address asked: such a request takes as long as any other.
  user_id integer references users (id) on delete cascade,
  -- Where it was sent: of a link that confirms, the address that is to be the account's.
  email text not null check (email = lower(email)),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index mail_links_by_user on mail_links (user_id);
create index mail_links_by_email on mail_links (email);
create index mail_links_expired on mail_links (expires_at);
