import { MAX_SCHOOL_GROUPS, SCHOOL_GROUP_EXISTS } from '../../../domain/groups.ts';
import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import { isUniqueViolation, type Queries } from '../../db/database.ts';
import { type Handlers, RawJson, SUCCESS } from '../../http/answer.ts';
import { HttpError, notFound } from '../../http/errors.ts';
import type { SessionUser } from '../../http/session.ts';
import { actorOf } from './actor.ts';
import { atSchool } from './at-school.ts';
import {
  countSchoolGroups,
  getSchoolGroupsJson,
  holdSchoolGroups,
  insertSchoolGroup,
  joinGroups,
  leaveGroups,
  removeSchoolGroup,
  renameSchoolGroup,
  restoreSchoolGroup,
} from './groups.queries.ts';
import { holdUsersOfSchool } from './members.queries.ts';

/** Refuses a name that another group of the school has, whatever the case, and a class that is there twice. */
const named = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'groups_of_school')) throw new HttpError(409, SCHOOL_GROUP_EXISTS);
    if (isUniqueViolation(error, 'groups_by_sourced_id'))
      throw new HttpError(409, 'A roster has made this class again.');
    throw error;
  }
};

const refuseTooMany = (count: number): void => {
  if (count >= MAX_SCHOOL_GROUPS)
    throw new HttpError(409, `The school has ${MAX_SCHOOL_GROUPS} groups. Delete one first.`);
};

const holdStudents = async (tx: Queries, schoolId: number, ids: readonly number[]): Promise<void> => {
  const people = await holdUsersOfSchool(tx, schoolId, ids);
  if (people.some(({ role }) => role !== 'student'))
    throw new HttpError(409, 'Only students can be in a group.');
};

interface Membership {
  group_id: number;
  user_id: number;
}
/** Students to whom the same happened, together. */
const together = (joined: readonly Membership[], left: readonly Membership[]) => {
  const of = new Map<number, { add: number[]; remove: number[] }>();
  const changesOf = (userId: number) => {
    const changes = of.get(userId) ?? { add: [], remove: [] };
    of.set(userId, changes);
    return changes;
  };
  for (const { group_id: group, user_id: user } of joined) changesOf(user).add.push(group);
  for (const { group_id: group, user_id: user } of left) changesOf(user).remove.push(group);
  const alike = new Map<string, { user_ids: number[]; add: number[]; remove: number[] }>();
  for (const [userId, { add, remove }] of of) {
    const sorted = { add: add.toSorted((a, b) => a - b), remove: remove.toSorted((a, b) => a - b) };
    const key = JSON.stringify(sorted);
    const changed = alike.get(key) ?? { user_ids: [], ...sorted };
    alike.set(key, changed);
    changed.user_ids.push(userId);
  }
  return [...alike.values()];
};

export const schoolGroupsRoutes = ({ db }: Context) => {
  const audit = (
    tx: Queries,
    user: SessionUser | undefined,
    schoolId: number,
    details: { act: string; joined?: number; left?: number },
  ) => writeAudit(tx, { ...actorOf(user), action: 'groups_changed', schoolId, details });

  return {
    'GET /admin/schools/{schoolId}/groups': async ({ params }) =>
      new RawJson(await getSchoolGroupsJson(db, params.schoolId)),

    'POST /admin/schools/{schoolId}/groups': ({ user, params: { schoolId }, json }) =>
      named(() =>
        atSchool(db, schoolId, async (tx) => {
          const ids = [...new Set(json.user_ids)];
          refuseTooMany(await countSchoolGroups(tx, schoolId));
          if (ids.length > 0) await holdStudents(tx, schoolId, ids);
          const id = await insertSchoolGroup(tx, schoolId, json.name);
          if (ids.length > 0) await joinGroups(tx, schoolId, [id], ids);
          await audit(tx, user, schoolId, { act: 'made', joined: ids.length });
          return { id, name: json.name, members: ids.toSorted((a, b) => a - b) };
        }),
      ),

    'PUT /admin/schools/{schoolId}/groups/{id}': ({ user, params: { schoolId, id }, json }) =>
      named(() =>
        atSchool(db, schoolId, async (tx) => {
          if ((await renameSchoolGroup(tx, schoolId, id, json.name)) > 0)
            await audit(tx, user, schoolId, { act: 'renamed' });
          return SUCCESS;
        }),
      ),

    'DELETE /admin/schools/{schoolId}/groups/{id}': ({ user, params: { schoolId, id } }) =>
      atSchool(db, schoolId, async (tx) => {
        if ((await removeSchoolGroup(tx, schoolId, id)) === 0) throw notFound();
        await audit(tx, user, schoolId, { act: 'removed' });
        return SUCCESS;
      }),

    'POST /admin/schools/{schoolId}/groups/{id}/restore': ({ user, params: { schoolId, id } }) =>
      named(() =>
        atSchool(db, schoolId, async (tx) => {
          const others = await countSchoolGroups(tx, schoolId);
          const { isBack, isClass } = await restoreSchoolGroup(tx, schoolId, id);
          if (!isBack) return SUCCESS;
          if (!isClass) refuseTooMany(others);
          await audit(tx, user, schoolId, { act: 'restored' });
          return SUCCESS;
        }),
      ),

    'POST /admin/schools/{schoolId}/groups/members': ({ user, params: { schoolId }, json }) =>
      atSchool(db, schoolId, async (tx) => {
        const users = [...new Set(json.user_ids)];
        const groups = [...new Set([...json.add, ...json.remove])];
        await holdStudents(tx, schoolId, users);
        if ((await holdSchoolGroups(tx, schoolId, groups)).length < groups.length) throw notFound();
        const left = await leaveGroups(tx, schoolId, json.remove, users);
        const joined = await joinGroups(tx, schoolId, json.add, users);
        if (left.length + joined.length > 0)
          await audit(tx, user, schoolId, { act: 'moved', joined: joined.length, left: left.length });
        return { changed: together(joined, left) };
      }),
  } satisfies Handlers;
};
