-- A school's own list of its people and classes (docs/decisions/056-rosters.md): ids of its system, people without an
-- address, and what a list has made, so that the next one changes only that.

alter table users
  -- In the school's own system.
  add column sourced_id text check (length(sourced_id) between 1 and 255);
create unique index users_by_sourced_id on users (school_id, sourced_id) where sourced_id is not null;

-- Another school knows them by another id.
create function forget_sourced_id() returns trigger language plpgsql as $$
begin
  new.sourced_id := null;
  return new;
end
$$;
create trigger users_left_school before update of school_id on users for each row
  when (old.school_id is distinct from new.school_id and old.school_id is not null)
  execute function forget_sourced_id();

-- A student without an address has no link but an active one.
alter table teacher_students
  alter column email drop not null,
  add constraint teacher_students_reachable check (email is not null or status = 'active'),
  add column by_roster boolean not null default false;
alter table removed_links
  alter column email drop not null,
  add constraint removed_links_reachable check (email is not null or student_id is not null),
  add column by_roster boolean not null default false,
  drop constraint removed_links_teacher_id_email_key;
-- No address is a number.
create unique index removed_links_of_teacher on removed_links (teacher_id, coalesce(email, student_id::text));

-- A class of a roster is a group of the school with the class's id. Groups and members that a list did not name are the
-- school's own.
alter table groups
  add column sourced_id text check (length(sourced_id) between 1 and 255),
  add constraint groups_of_roster check (sourced_id is null or school_id is not null);
create unique index groups_by_sourced_id on groups (school_id, sourced_id)
  where sourced_id is not null and removed_at is null;
alter table group_members add column by_roster boolean not null default false;
-- Until now every member of a school's group came from a list.
update group_members set by_roster = true where user_id is not null;

-- Who teaches a class: with its members it says which links the roster makes.
create table class_teachers (
  group_id integer not null references groups on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index class_teachers_by_user on class_teachers (user_id);

-- What a course of the school's own system is here. Null: no subject, and not asked again.
create table course_subjects (
  school_id integer not null references schools on delete cascade,
  title text not null check (length(title) between 1 and 255),
  subject_id text check (subject_id ~ '^[a-z_]+$'),
  primary key (school_id, title)
);

create or replace function leave_groups() returns trigger language plpgsql as $$
begin
  delete from group_members where user_id = new.id;
  delete from class_teachers where user_id = new.id;
  return null;
end
$$;

-- As before, and: a link without an address cannot become a request.
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

  delete from removed_links where email is null and (teacher_id = any(moved) or student_id = any(moved));
  update removed_links set student_id = null, activated_at = null
  where teacher_id = any(moved) or student_id = any(moved);

  with parted as (
    select l.id
    from teacher_students l
    join users t on t.id = l.teacher_id left join old_users ot on ot.id = t.id
    join users s on s.id = l.student_id left join old_users os on os.id = s.id
    where l.status = 'active' and (l.teacher_id = any(moved) or l.student_id = any(moved))
      and t.school_id is distinct from s.school_id
      -- Whoever was followed across schools before has agreed to it.
      and case when ot.id is null then t.school_id else ot.school_id end
        = case when os.id is null then s.school_id else os.school_id end
  ), ended as (
    delete from teacher_students where email is null and id in (select id from parted)
  )
  update teacher_students
  set status = 'pending', student_id = null, activated_at = null, declined_at = null, pending_since = now(),
    by_roster = false
  where email is not null and id in (select id from parted);
  return null;
end
$$;
