-- The student's own exams: session, weekly goal and weeks off; null until they have said anything about them.
alter table preferences add column pace jsonb;
alter table preferences add constraint preferences_pace_check
  check (jsonb_typeof(pace) = 'object' and octet_length(pace::text) <= 2000);
