-- Who gets a mail once a week, and when (docs/decisions/053-weekly-mail.md). No row until somebody has turned it on.
create table weekly_mails (
  user_id integer primary key references users on delete cascade,
  -- It was turned on for this address; it does not go to another one that the account gets.
  email text not null,
  -- From Monday, 1, to Sunday.
  weekday smallint not null check (weekday between 1 and 7),
  time_zone text not null check (length(time_zone) between 1 and 64),
  -- When the next is due; null while it is off.
  next_at timestamptz,
  -- Ends it without a login. The link in every mail is the same, so that also an old one ends it.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- To write the link once more. Encrypted with a key of the table secrets.
  sealed_token bytea not null
);
create index weekly_mails_due on weekly_mails (next_at) where next_at is not null;

-- Whoever gets another address turns it on anew, also when the old one comes back.
create function end_weekly_mail() returns trigger language plpgsql as $$
begin
  update weekly_mails set next_at = null where user_id = new.id and next_at is not null;
  return null;
end
$$;
create trigger users_left_address after update of email on users for each row
  when (old.email is distinct from new.email) execute function end_weekly_mail();
