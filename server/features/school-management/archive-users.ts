import { writeAuditOfEach } from '../../db/audit.queries.ts';
import type { Queries } from '../../db/database.ts';
import { HttpError, notFound } from '../../http/errors.ts';
import { endAccess } from '../accounts/end-access.queries.ts';
import { followSchoolmates } from '../teachers/followers.queries.ts';
import { endLinks, restoreLinks } from '../teachers/links.queries.ts';
import type { Place } from './actor.ts';
import { archiveChosen, holdChosen, restoreChosen } from './archive.queries.ts';

/** All of them, or none. */
const hold = async (tx: Queries, schoolId: number, ids: readonly number[]) => {
  const people = await holdChosen(tx, schoolId, ids);
  if (people.length < ids.length) throw notFound();
  if (people.some(({ role }) => role === 'school_admin'))
    throw new HttpError(409, 'School admins cannot be archived. Change their role first.');
  return people;
};

/**
 * People leave the school: they are out everywhere, and nobody sees them. Returns whom this has archived; asked again, the
 * same, for a caller who has not had the answer.
 */
export const archiveUsers = async (
  tx: Queries,
  { by, schoolId }: Place,
  userIds: readonly number[],
): Promise<number[]> => {
  const ids = [...new Set(userIds)];
  const people = await hold(tx, schoolId, ids);
  const archived = await archiveChosen(tx, schoolId, ids);
  if (archived.length > 0) {
    await endLinks(tx, archived);
    await endAccess(tx, archived);
    await writeAuditOfEach(tx, archived, { ...by, action: 'user_archived', schoolId });
  }
  const now = new Set(archived);
  return people.filter(({ id, is_new: isNew }) => isNew || now.has(id)).map(({ id }) => id);
};

/** They come back as what they were: as an Undo with those whom they had, later without. Returns who is here now. */
export const restoreUsers = async (
  tx: Queries,
  { by, schoolId }: Place,
  userIds: readonly number[],
): Promise<number[]> => {
  const ids = [...new Set(userIds)];
  await hold(tx, schoolId, ids);
  const restored = await restoreChosen(tx, schoolId, ids);
  if (restored.length > 0) {
    const back = restored.map(({ id }) => id);
    await restoreLinks(tx, back, [...new Set(restored.map(({ archived_at: at }) => at))]);
    await followSchoolmates(tx, back);
    await writeAuditOfEach(tx, back, { ...by, action: 'user_restored', schoolId });
  }
  return ids;
};
