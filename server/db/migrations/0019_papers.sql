-- Which papers count for the student: all that the tracker has, or those that were set; null until they have said.
alter table preferences add column papers text check (papers in ('all', 'set'));
