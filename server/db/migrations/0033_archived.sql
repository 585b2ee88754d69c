-- Whoever leaves a school is archived: no login, in nobody's list, and deleted on a day
-- (docs/decisions/055-archived-accounts.md).
alter table schools
  -- For so long the school keeps the accounts that it archives from now on.
  add keeps_months smallint not null default 6 check (keeps_months between 1 and 60);

-- Nearly every statement asks for a student or a teacher: being neither, an archived person is left out of all of them.
alter table users
  drop constraint users_role_check,
  add constraint users_role_check check (role in ('student', 'teacher', 'school_admin', 'archived')),
  -- What they were, and are again when they come back.
  add archived_role text check (archived_role in ('student', 'teacher')),
  add archived_at timestamptz,
  add erase_on date,
  add constraint users_archived check (
    num_nonnulls(archived_role, archived_at, erase_on) = case when role = 'archived' then 3 else 0 end);
create index users_to_erase on users (erase_on) where erase_on is not null;

-- What a student shares is shared again when they come back, also from another role: until then nobody sees it.
drop trigger users_sharing on users;
create trigger users_sharing after update of school_id on users for each row
  when (old.school_id is distinct from new.school_id)
  execute function end_sharing();
