-- From which teacher somebody was removed. A column, since a number in the details would outlive the teacher.
alter table audit add column teacher_id integer references users on delete set null;
create index audit_by_teacher on audit (teacher_id, id) where teacher_id is not null;
update audit set details = details - 'teacher_id', teacher_id = (
  select id from users where id = (details ->> 'teacher_id')::integer)
where action = 'student_removed';
