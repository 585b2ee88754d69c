-- Roughly what somebody logged in with, for the list of their own logins; null for logins from before.
alter table sessions add column device text check (length(device) <= 100);
