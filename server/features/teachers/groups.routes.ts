import { GROUP_EXISTS, MAX_GROUPS } from '../../../domain/groups.ts';
import type { Context } from '../../context.ts';
import { isUniqueViolation, type Queries } from '../../db/database.ts';
import { type Handlers, SUCCESS } from '../../http/answer.ts';
import { HttpError, notFound } from '../../http/errors.ts';
import {
  getGroup,
  holdGroups,
  insertGroup,
  listGroups,
  removeGroup,
  renameGroup,
  replaceMembers,
  restoreGroup,
} from './groups.queries.ts';

/** Refuses a name that another group of the teacher's has, whatever the case. */
const named = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'groups_of_teacher')) throw new HttpError(409, GROUP_EXISTS);
    throw error;
  }
};

const refuseTooMany = (count: number): void => {
  if (count >= MAX_GROUPS) throw new HttpError(409, `You have ${MAX_GROUPS} groups. Delete one first.`);
};

export const groupsRoutes = ({ db }: Context) => {
  /** Somebody else's student, or one who is gone, is not found. */
  const fill = async (tx: Queries, teacherId: number, id: number, students: readonly number[]) => {
    await replaceMembers(tx, teacherId, id, students);
    const group = await getGroup(tx, teacherId, id);
    if (group.students.length !== students.length) throw notFound();
    return group;
  };

  return {
    'GET /teachers/groups': async ({ user }) => ({ groups: await listGroups(db, user.id) }),

    'POST /teachers/groups': ({ user, json, record }) =>
      named(() =>
        db.transaction(async (tx) => {
          refuseTooMany(await holdGroups(tx, user.id));
          const group = await fill(tx, user.id, await insertGroup(tx, user.id, json.name), json.students);
          await record(tx);
          return group;
        }),
      ),

    'PUT /teachers/groups/{id}': ({ user, params, json, record }) =>
      named(() =>
        db.transaction(async (tx) => {
          if ((await renameGroup(tx, user.id, params.id, json.name)) === 0) throw notFound();
          const group = await fill(tx, user.id, params.id, json.students);
          await record(tx);
          return group;
        }),
      ),

    'DELETE /teachers/groups/{id}': async ({ user, params, recorded }) => {
      if ((await recorded(db, (tx) => removeGroup(tx, user.id, params.id))) === 0) throw notFound();
      return SUCCESS;
    },

    'POST /teachers/groups/{id}/restore': ({ user, params, record }) =>
      named(() =>
        db.transaction(async (tx) => {
          const others = await holdGroups(tx, user.id);
          if ((await restoreGroup(tx, user.id, params.id)) === 0) throw notFound();
          refuseTooMany(others);
          await record(tx);
          return SUCCESS;
        }),
      ),
  } satisfies Handlers;
};
