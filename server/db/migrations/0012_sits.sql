-- Which variant of a paper the student sits, for all subjects; null until they have said.
alter table preferences add column sits text check (sits in ('TZ1', 'TZ2', 'both'));
