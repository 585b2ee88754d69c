-- The groups of a teacher with those that were removed: for whom set work is asks for both, and so does the end of an account.
-- The index over names has only those that are there, so all groups of all schools were read.
create index groups_by_teacher on groups (teacher_id) where teacher_id is not null;
