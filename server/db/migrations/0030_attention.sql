-- Who needs attention (docs/decisions/052-attention.md). What the rules ask of every student and subject is kept, so that
-- one query answers for a whole class: when something was last done, and the newest six scores.
create index completions_newest on completions (user_id, subject_id, completed_at desc, entered_at desc)
  include (score) where is_completed;

create table recent_work (
  user_id integer not null references users on delete cascade,
  subject_id text not null,
  -- Null once everything was unticked.
  last_done_at timestamptz,
  -- Newest first.
  scores smallint[] not null,
  primary key (user_id, subject_id)
);

create function recent_work_of(of_user integer, of_subject text)
returns table (last_done_at timestamptz, scores smallint[]) language sql stable as $$
  select
    (select completed_at from completions
     where user_id = of_user and subject_id = of_subject and is_completed
     order by completed_at desc, entered_at desc limit 1),
    array(
      select score from completions
      where user_id = of_user and subject_id = of_subject and is_completed and score is not null
      order by completed_at desc, entered_at desc limit 6)
$$;

-- Records are never deleted but with their student, with whom this goes too.
create function keep_recent_work() returns trigger language plpgsql as $$
begin
  insert into recent_work as kept (user_id, subject_id, last_done_at, scores)
  select changed.user_id, changed.subject_id, recent.last_done_at, recent.scores
  from (select distinct user_id, subject_id from changed_records order by user_id, subject_id) as changed,
    lateral recent_work_of(changed.user_id, changed.subject_id) as recent
  on conflict (user_id, subject_id) do update set last_done_at = excluded.last_done_at, scores = excluded.scores
  where (kept.last_done_at, kept.scores) is distinct from (excluded.last_done_at, excluded.scores);
  return null;
end
$$;
create trigger completions_added after insert on completions
  referencing new table as changed_records for each statement execute function keep_recent_work();
create trigger completions_changed after update on completions
  referencing new table as changed_records for each statement execute function keep_recent_work();

insert into recent_work
select pairs.user_id, pairs.subject_id, recent.last_done_at, recent.scores
from (select distinct user_id, subject_id from completions) as pairs,
  lateral recent_work_of(pairs.user_id, pairs.subject_id) as recent;

-- Until then the teacher does not want to be told of this student.
alter table teacher_students add column set_aside_until timestamptz;
-- Undo of a removal brings that back too.
alter table removed_links add column set_aside_until timestamptz;
