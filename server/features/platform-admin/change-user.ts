import type { AuditDetails } from '../../../domain/audit.ts';
import type { Role } from '../../../domain/roles.ts';
import type { Queries } from '../../db/database.ts';
import { unprocessable } from '../../http/errors.ts';
import { endAccess, forgetLinks } from '../accounts/end-access.queries.ts';
import { followSchoolmates, readdressLinks } from '../teachers/followers.queries.ts';
import { updateUser } from './users.queries.ts';

interface Wanted {
  email: string | null;
  username: string | null;
  school_id: number | null;
  role: Role;
}

const FIELDS = ['email', 'username', 'school_id', 'role'] as const;

/** Changes a locked user, with everything that follows from it; returns the fields that changed. */
export const changeUser = async (
  tx: Queries,
  before: Wanted & { id: number },
  wanted: Wanted,
): Promise<string[]> => {
  const changed = FIELDS.filter((field) => before[field] !== wanted[field]);
  if (changed.length === 0) return changed;
  if (wanted.role === 'school_admin' && wanted.school_id === null) {
    throw unprocessable('A school admin needs a school.');
  }
  await updateUser(tx, before.id, wanted);
  if (changed.includes('role') || changed.includes('school_id')) await endAccess(tx, [before.id]);
  else if (changed.includes('email')) await forgetLinks(tx, [before.id]);
  if (changed.includes('email')) await readdressLinks(tx, before.id, wanted.email);
  await followSchoolmates(tx, [before.id]);
  return changed;
};

export const describeChange = (changed: readonly string[], before: Wanted, after: Wanted): AuditDetails => ({
  changed: changed.join(', '),
  ...(changed.includes('role') && { role_before: before.role, role_after: after.role }),
  ...(changed.includes('school_id') && {
    school_id_before: before.school_id,
    school_id_after: after.school_id,
  }),
});
