-- Mails on their way: a row is written in the transaction that causes it, and sent by whichever server takes it.
create table mails (
  id integer generated always as identity primary key,
  -- What it is about. One cause makes one mail, however often it is reported.
  cause text not null unique,
  kind text not null check (kind ~ '^[a-z_]+$'),
  -- Whose mail it is: it goes with the account. Nobody's for an address without one.
  user_id integer references users (id) on delete cascade,
  -- One plain address: nothing in it can begin another header or name a second recipient.
  recipient text not null check (recipient ~ '^[^[:space:][:cntrl:]<>,;:"@]+@[^[:space:][:cntrl:]<>,;:"@]+$'),
  -- What its words are made of. Forgotten once it was sent; where it holds a secret also when it has failed.
  payload jsonb check (jsonb_typeof(payload) = 'object'),
  is_secret boolean not null,
  -- The same at every try.
  message_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null,
  -- While a server has it, this is when another one may take it: the first may have died.
  next_try_at timestamptz not null,
  give_up_at timestamptz not null,
  tries integer not null default 0,
  taken_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  -- The mail server's words at the last try or, where it said nothing, ours.
  last_answer text,
  check (sent_at is null or failed_at is null),
  check (sent_at is null or payload is null),
  check (sent_at is not null or failed_at is not null or payload is not null)
);
create index mails_waiting on mails (next_try_at) where sent_at is null and failed_at is null;
create index mails_failed on mails (failed_at) where failed_at is not null;
create index mails_sent on mails (sent_at) where sent_at is not null;
create index mails_by_recipient on mails (recipient, taken_at);
create index mails_by_user on mails (user_id);

-- As in 0006, and mails to the address of whoever goes.
create or replace function erase_traces() returns trigger language plpgsql as $$
begin
  delete from feedback where user_id = old.id or (user_id is null and lower(email) = old.email);
  delete from teacher_students where email = old.email and status = 'pending';
  delete from mails where recipient = old.email;
  return old;
end
$$;
