import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';

const links = statement(
  z.object({ student: z.string(), by_roster: z.boolean(), status: z.string() }),
  `select s.username as student, l.by_roster, l.status
   from teacher_students l join users t on t.id = l.teacher_id join users s on s.id = l.student_id
   where t.username = $1 order by 1`,
);
const groups = statement(
  z.object({ name: z.string(), members: z.array(z.string()) }),
  `select g.name, array(
     select u.username from group_members m join users u on u.id = m.user_id where m.group_id = g.id order by 1) as members
   from groups g where g.school_id = $1 and g.removed_at is null order by 1`,
);
const person = statement(
  z.object({
    id: z.int(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    role: z.string(),
    school_id: z.int().nullable(),
    sourced_id: z.string().nullable(),
  }),
  `select id, email, name, role, school_id, sourced_id from users where username = $1`,
);
const subjects = statement(
  z.object({ subject_id: z.string() }),
  `select subject_id from user_subjects where user_id = $1
   union all select subject_id from teacher_subjects where teacher_id = $1 order by 1`,
);
const giveId = command(`update users set sourced_id = $2 where username = $1`);
const brief = command(`set local lock_timeout = '100ms'`);
const makeAdmin = command(`update users set role = 'school_admin' where id = $1`);

export const giveSourcedId = (db: Queries, username: string, sourcedId: string) =>
  db.run(giveId, [username, sourcedId]);
/** Whatever this transaction has to wait for fails from now on. */
export const waitBriefly = (tx: Queries) => tx.run(brief);
export const promote = (db: Queries, userId: number) => db.run(makeAdmin, [userId]);
export const listRosterLinks = (db: Queries, teacher: string) => db.list(links, [teacher]);
export const listGroupsOf = (db: Queries, schoolId: number) => db.list(groups, [schoolId]);
export const getNamed = (db: Queries, username: string) => db.get(person, [username]);
export const listSubjectsOf = async (db: Queries, userId: number) =>
  (await db.list(subjects, [userId])).map((row) => row.subject_id);
