-- Every new tick names its day, most of them today: then it was done now, and not at ten o'clock.
create or replace function time_on(day date) returns timestamptz language sql stable as $$
  select case
    when day = (now() at time zone 'UTC')::date then now()
    when day is not null then least(now(), (day + time '10:00') at time zone 'UTC')
  end
$$;
