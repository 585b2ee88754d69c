-- Another one after every change of anything that `GET /completion` shows of a user, so that who has read it before is told that
-- it is still the same (docs/decisions/067-unchanged-records.md). Random: after a restored backup none comes a second time.
alter table student_work add column version uuid not null default gen_random_uuid();

-- It was left alone where nothing of it changed, which says nothing about a note or the marks of a score.
create or replace function keep_student_work(user_ids integer[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  perform from student_work where user_id = any(user_ids) order by user_id for no key update;
  insert into student_work as kept (user_id, school_id, subjects, done, sums)
  select user_id, school_id, subjects, done, sums from true_student_work where user_id = any(user_ids) order by user_id
  on conflict (user_id) do update set
    school_id = excluded.school_id, subjects = excluded.subjects, done = excluded.done, sums = excluded.sums,
    version = excluded.version;
end
$$;

-- How many files a paper has is shown with it.
create function change_version() returns trigger language plpgsql as $$
begin
  update student_work set version = gen_random_uuid() where user_id in (select user_id from changed_files);
  return null;
end
$$;
create trigger files_added after insert on files
  referencing new table as changed_files for each statement execute function change_version();
create trigger files_taken_away after delete on files
  referencing old table as changed_files for each statement execute function change_version();
