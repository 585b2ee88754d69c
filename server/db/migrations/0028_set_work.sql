-- Papers that a teacher sets, for whom and until when (docs/decisions/050-set-work.md). Who it is for now, and what of it
-- is done, is asked at every use (server/features/set-work/set-work.queries.ts).
create table set_work (
  id uuid primary key,
  teacher_id integer not null references users on delete cascade,
  subject_id text not null check (subject_id ~ '^[a-z_]+$'),
  audience text not null check (audience in ('everyone', 'group', 'chosen')),
  group_id integer references groups on delete cascade,
  due_on date not null,
  line text check (length(line) between 1 and 200),
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  check ((audience = 'group') = (group_id is not null))
);
create index set_work_by_teacher on set_work (teacher_id, due_on);
create index set_work_by_group on set_work (group_id);

create table set_work_papers (
  set_id uuid not null references set_work on delete cascade,
  position smallint not null,
  key text not null,
  -- The keys of the records that make it done (domain/set-work.ts).
  counts text[] not null,
  primary key (set_id, position)
);

-- Whom the teacher chose one by one.
create table set_work_students (
  set_id uuid not null references set_work on delete cascade,
  link_id integer not null references teacher_students on delete cascade,
  primary key (set_id, link_id)
);
create index set_work_students_by_link on set_work_students (link_id);

-- For which set work a student was chosen when the teacher removed them: Undo brings that back.
alter table removed_links add column set_work uuid[] not null default '{}';
