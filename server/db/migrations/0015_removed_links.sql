-- Links that a teacher or an admin has removed. Adding the same address again within ten minutes restores the link as it
-- was, which is how Undo works. A student who had declined is not asked again for a month. Links that the student ended are
-- not kept.
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

-- As in 0006. A removed link that rested on a common school must not come back after one of the two has left it.
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

  update removed_links set student_id = null, activated_at = null
  where teacher_id = any(moved) or student_id = any(moved);

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
