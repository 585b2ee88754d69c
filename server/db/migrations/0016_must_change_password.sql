-- Somebody else made the password: its owner is asked to choose their own at the next login.
alter table users add column must_change_password boolean not null default false;
