-- The subjects whose files a student lets their teachers of the subject see (docs/decisions/046-shared-evidence.md). Who
-- those are is asked at every use (server/features/evidence/sharing.queries.ts).
create table shared_evidence (
  user_id integer not null references users on delete cascade,
  subject_id text not null check (subject_id ~ '^[a-z_]+$'),
  shared_at timestamptz not null default now(),
  primary key (user_id, subject_id)
);

-- When a teacher last opened the files of a paper, for the student to see.
create table evidence_looks (
  student_id integer not null,
  completion_key text not null,
  teacher_id integer not null references users on delete cascade,
  looked_at timestamptz not null default now(),
  primary key (student_id, completion_key, teacher_id),
  foreign key (student_id, completion_key) references completions (user_id, key) on delete cascade
);
create index evidence_looks_by_teacher on evidence_looks (teacher_id);

-- Another school means other teachers: whoever comes there decides again.
create function end_sharing() returns trigger language plpgsql as $$
begin
  delete from shared_evidence where user_id = new.id;
  return null;
end
$$;
create trigger users_sharing after update of school_id, role on users for each row
  when (old.school_id is distinct from new.school_id or old.role <> new.role)
  execute function end_sharing();
