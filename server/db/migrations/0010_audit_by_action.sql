-- One kind of entry, newest first, however rare it is among the logins.
create index audit_by_action on audit (action, id);
