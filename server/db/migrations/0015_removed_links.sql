-- Links that a teacher or an admin has removed. Whoever is added again within minutes is back as they were, which is what
-- Undo does; and whoever had declined is not asked again for a while. A link that the student ended is not remembered.
create table removed_links (
  id integer primary key generated always as identity,
  teacher_id integer not null references users on delete cascade,
  student_id integer references users on delete cascade,
  email text not null,
  name text,
  invitation_token text not null,
  created_at timestamptz not null,
  activated_at timestamptz,
  declined_at timestamptz,
  pending_since timestamptz not null,
  removed_at timestamptz not null default now(),
  unique (teacher_id, email)
);
create index removed_links_by_student on removed_links (student_id);
create index removed_links_by_email on removed_links (email);

create or replace function erase_traces() returns trigger language plpgsql as $$
begin
  delete from feedback where user_id = old.id or (user_id is null and lower(email) = old.email);
  delete from teacher_students where email = old.email and status = 'pending';
  delete from removed_links where email = old.email;
  delete from mails where recipient = old.email;
  return old;
end
$$;
