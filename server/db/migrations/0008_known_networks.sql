-- From where somebody has logged in: what others guess elsewhere does not make them wait there. The key is a hash of who
-- and from where. Without a user it is about the platform admin.
create table known_networks (
  key bytea primary key check (length(key) = 32),
  user_id integer references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index known_networks_by_user on known_networks (user_id, expires_at);
