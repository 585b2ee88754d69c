-- What a teacher and a student write to each other about a paper (docs/decisions/051-words.md). Nobody else reads it, and
-- they only while the teacher follows the student in that subject.
create table words (
  id uuid primary key,
  teacher_id integer not null references users on delete cascade,
  student_id integer not null references users on delete cascade,
  completion_key text not null,
  is_from_teacher boolean not null,
  text text not null check (length(text) between 1 and 500),
  created_at timestamptz not null default now(),
  -- By the one it was written to.
  read_at timestamptz,
  -- Gone for both; its writer may take that back for a day.
  removed_at timestamptz,
  -- Since when the two are linked no more, as retention noted it (server/retention.ts).
  unlinked_at timestamptz
);
create index words_by_student on words (student_id, completion_key);
create index words_by_teacher on words (teacher_id, student_id);
