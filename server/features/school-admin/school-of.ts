import { forbidden } from '../../http/errors.ts';
import type { SessionUser } from '../../http/session.ts';

/** A school admin always has a school; a constraint makes sure of it. */
export const schoolOf = ({ schoolId }: SessionUser): number => {
  if (schoolId === null) throw forbidden();
  return schoolId;
};
