-- How many people a school has, and how many of them are students, is read from the index alone.
drop index users_by_school;
create index users_by_school on users (school_id, id) include (role);
