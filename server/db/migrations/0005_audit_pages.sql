-- The audit is read by page, newest first, which is by id: of all, of a school, of a person.
drop index audit_newest, audit_by_school, audit_by_actor, audit_by_target;
create index audit_by_school on audit (school_id, id);
create index audit_by_actor on audit (actor_id, id);
create index audit_by_target on audit (target_id, id);
-- So is feedback.
drop index feedback_newest;
-- What the deletion of a user looks for.
create index feedback_by_user on feedback (user_id);
