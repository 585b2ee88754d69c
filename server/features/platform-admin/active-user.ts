import type { Queries } from '../../db/database.ts';
import { HttpError } from '../../http/errors.ts';
import { getUser, holdUser } from './users.queries.ts';

/** Of an archived account its school decides whether it comes back; until then nothing else is done to it. */
const refuseArchived = <User extends { erase_on: string | null }>(user: User): User => {
  if (user.erase_on !== null)
    throw new HttpError(409, 'This account is archived. Bring it back first, in its school.');
  return user;
};

export const getActiveUser = async (db: Queries, id: number) => refuseArchived(await getUser(db, id));
export const holdActiveUser = async (tx: Queries, id: number) => refuseArchived(await holdUser(tx, id));
