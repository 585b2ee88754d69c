-- Since when a link waits for its student: an old one that becomes a request waits from then on, and is not forgotten as
-- an invitation that nobody answered. Says nothing while the link is active.
alter table teacher_students add column pending_since timestamptz not null default now();
update teacher_students set pending_since = created_at;

-- As in 0003, and notes that time.
create or replace function part_schools() returns trigger language plpgsql as $$
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
  set status = 'pending', student_id = null, activated_at = null, declined_at = null, pending_since = now()
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

-- As in 0004, but what others said when they were logged in is theirs, whatever address they gave.
create or replace function erase_traces() returns trigger language plpgsql as $$
begin
  delete from feedback where user_id = old.id or (user_id is null and lower(email) = old.email);
  delete from teacher_students where email = old.email and status = 'pending';
  return old;
end
$$;

-- Files that were copied to a store which the server may not use yet: a copy whose file has been deleted since is to be
-- removed there (`npm run files:move`).
create table files_copied (public_id text primary key);
