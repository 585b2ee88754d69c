-- Groups of students (docs/decisions/049-groups.md). One belongs to a teacher, who puts followed students into it, or to
-- a school, whose import says who is in it; the teachers of those students see it and cannot change it.
create table groups (
  id integer generated always as identity primary key,
  teacher_id integer references users on delete cascade,
  school_id integer references schools on delete cascade,
  name text not null check (name <> ''),
  created_at timestamptz not null default now(),
  -- Set work keeps a removed group, with its members; nothing else shows it.
  removed_at timestamptz,
  check (num_nonnulls(teacher_id, school_id) = 1)
);
create unique index groups_of_teacher on groups (teacher_id, lower(name)) where removed_at is null;
create unique index groups_of_school on groups (school_id, lower(name)) where removed_at is null;

-- A teacher's group has links as members, who may be pending; a school's has students.
create table group_members (
  group_id integer not null references groups on delete cascade,
  link_id integer references teacher_students on delete cascade,
  user_id integer references users on delete cascade,
  joined_at timestamptz not null default now(),
  -- Taken out by the teacher, who may put that right: then it was no new joining.
  left_at timestamptz,
  check (num_nonnulls(link_id, user_id) = 1),
  check (left_at is null or link_id is not null),
  unique (group_id, link_id),
  unique (group_id, user_id)
);
create index group_members_by_link on group_members (link_id);
create index group_members_by_user on group_members (user_id);

-- Whoever leaves a school leaves its groups.
create function leave_groups() returns trigger language plpgsql as $$
begin
  delete from group_members where user_id = new.id;
  return null;
end
$$;
create trigger users_left_groups after update of school_id on users for each row
  when (old.school_id is distinct from new.school_id) execute function leave_groups();

-- In which groups a student was when the teacher removed them, and since when: Undo brings that back.
alter table removed_links add column groups jsonb not null default '[]';
