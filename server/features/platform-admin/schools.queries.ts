import { z } from 'zod';
import { isArchived } from '../../db/archived.queries.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { claimDomain, lockUsers } from '../../db/locks.queries.ts';
import { followSchoolmates } from '../teachers/followers.queries.ts';

const school = z.object({ id: z.int(), name: z.string(), domain_pattern: z.string() });
const withId = z.object({ id: z.int() });

const all = statement(school, `select id, name, domain_pattern from schools order by lower(name), id`);
const byId = statement(school, `select id, name, domain_pattern from schools where id = $1`);
const insert = statement(
  school,
  `insert into schools (name, domain_pattern) values ($1, $2) returning id, name, domain_pattern`,
);

// Nobody can be put into the school, or leave a change of it unseen, until the transaction ends.
const held = statement(school, `select id, name, domain_pattern from schools where id = $1 for update`);
const update = statement(
  school,
  `update schools set name = $2, domain_pattern = $3 where id = $1 returning id, name, domain_pattern`,
);
const members = statement(
  z.object({ count: z.int(), archived: z.int() }),
  `select count(*)::int as count, count(*) filter (where ${isArchived('users')})::int as archived
   from users where school_id = $1`,
);
const remove = command(`delete from schools where id = $1`);

// A pattern begins with the address's only @, so it is enough to compare the end of the address.
const homeless = statement(
  withId,
  `select id from users where school_id is null and not email_waits and right(email, length($1)) = $1
     and exists (select from schools where id = $2 and joins_by_domain)
   order by id`,
);
const adopt = statement(
  withId,
  `update users set school_id = $1 where id = any($2) and school_id is null and not email_waits and right(email, length($3)) = $3
   returning id`,
);

export const listSchools = (db: Queries) => db.list(all);
export const findSchool = (db: Queries, id: number) => db.find(byId, [id]);
export const getSchool = (db: Queries, id: number) => db.get(byId, [id]);

export const insertSchool = async (tx: Queries, { name, domain }: { name: string; domain: string }) => {
  await claimDomain(tx, domain);
  return tx.get(insert, [name, domain]);
};

/** For an update to this name and domain. */
export const holdSchool = async (tx: Queries, id: number, domain: string) => {
  await claimDomain(tx, domain);
  return tx.get(held, [id]);
};
export const updateSchool = (tx: Queries, id: number, { name, domain }: { name: string; domain: string }) =>
  tx.get(update, [id, name, domain]);
/** With how many of them are archived. */
export const countMembers = (tx: Queries, id: number) => tx.get(members, [id]);
export const deleteSchool = (tx: Queries, id: number) => tx.run(remove, [id]);

/** Adds users without a school whose address has this domain, unless the school only lets in whom it knows. */
export const adoptUsers = async (tx: Queries, schoolId: number, domain: string): Promise<number[]> => {
  const candidates = (await tx.list(homeless, [domain, schoolId])).map(({ id }) => id);
  await lockUsers(tx, candidates);
  const adopted = (await tx.list(adopt, [schoolId, candidates, domain])).map(({ id }) => id);
  await followSchoolmates(tx, adopted);
  return adopted;
};
