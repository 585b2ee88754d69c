-- Whoever leaves, by whatever way their row is deleted, takes along what the foreign keys do not reach: what they said,
-- logged in or not, and the notes that teachers made of their address.
create function erase_traces() returns trigger language plpgsql as $$
begin
  delete from feedback where user_id = old.id or lower(email) = old.email;
  delete from teacher_students where email = old.email and status = 'pending';
  return old;
end
$$;
create trigger users_erased before delete on users for each row execute function erase_traces();

-- Records that are older than the sums were never counted.
select recount_sums();
