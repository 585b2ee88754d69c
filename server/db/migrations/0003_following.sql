-- What a teacher and a student know of each other (docs/decisions/013-following-a-student.md).

-- A request that the student declined stays 'pending' for the teacher, who is not to learn from it that the address
-- has an account; the student no longer sees it. Says nothing once the link is active.
alter table teacher_students add column declined_at timestamptz;

-- Who follows a student because both belong to one school stops when they no longer do: the link becomes a request.
create function part_schools() returns trigger language plpgsql as $$
declare
  moved integer[];
begin
  select array_agg(n.id) into moved
  from old_users o join new_users n using (id)
  where o.school_id is distinct from n.school_id and o.school_id is not null;
  if moved is null then
    return null;
  end if;

  update teacher_students l
  set status = 'pending', student_id = null, activated_at = null, declined_at = null
  from users t left join old_users ot on ot.id = t.id, users s left join old_users os on os.id = s.id
  where t.id = l.teacher_id and s.id = l.student_id and l.status = 'active'
    and (l.teacher_id = any(moved) or l.student_id = any(moved))
    and t.school_id is distinct from s.school_id
    -- Whoever was followed across schools before has agreed to it.
    and case when ot.id is null then t.school_id else ot.school_id end
      = case when os.id is null then s.school_id else os.school_id end;
  return null;
end
$$;
create trigger users_parted after update on users
  referencing old table as old_users new table as new_users
  for each statement execute function part_schools();
