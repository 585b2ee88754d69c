import type { ImportCheck } from '../../../contract/school-management.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Throttle } from '../../http/throttle.ts';

/** However many a list has, it is checked now and then: two schools may have become one. */
const MOST_AT_ONCE = 1000;

/**
 * A check, and an import that is refused, tell a school admin which addresses have an account elsewhere. Lists have a few;
 * whoever tries addresses out is slowed down.
 */
export const countStrangers = async (
  throttle: Throttle,
  user: SessionUser | undefined,
  rows: readonly ImportCheck[],
): Promise<void> => {
  const count = rows.filter(({ outcome }) => outcome === 'other_school' || outcome === 'other_domain').length;
  if (user && count > 0) await throttle.hit('stranger', `user ${user.id}`, Math.min(count, MOST_AT_ONCE));
};
