-- What a school decides and does for itself (docs/decisions/057-school-admins-manage.md).
alter table schools
  -- Whether whoever registers with an address of its domain belongs to it. Otherwise it says so of each.
  add joins_by_domain boolean not null default true;

-- A school takes people out of its groups, too, and may put that right.
alter table group_members drop constraint group_members_check1;
