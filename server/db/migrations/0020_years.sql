-- Which years are open is the installation's choice (LAST_YEAR); the table takes every year that may be.
alter table completions drop constraint completions_year_check;
alter table completions add constraint completions_year_check check (year between 2014 and 2099);
