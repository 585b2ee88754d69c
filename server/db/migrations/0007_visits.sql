-- While the platform admin views as somebody, all they change is counted in the audit (docs/decisions/027-visits.md). Such a
-- visit is known by its session: a random number, since sessions are not in a backup and numbers in order would come twice.
alter table sessions add column id uuid not null default gen_random_uuid();
alter table audit add column visit_id uuid;

-- One line for all changes of a kind in a minute of a visit.
create unique index audit_by_visit
  on audit (visit_id, action, (details ->> 'kind'), date_trunc('minute', at at time zone 'UTC'))
  where visit_id is not null;

-- From which teacher somebody was removed. A column, since a number in the details would outlive the teacher.
alter table audit add column teacher_id integer references users on delete set null;
create index audit_by_teacher on audit (teacher_id, id) where teacher_id is not null;
update audit set details = details - 'teacher_id', teacher_id = (
  select id from users where id = (details ->> 'teacher_id')::integer)
where action = 'student_removed';
