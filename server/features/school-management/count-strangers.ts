import type { SessionUser } from '../../http/session.ts';
import type { Throttle } from '../../http/throttle.ts';
import type { Actor } from './actor.ts';

/** However many a list has, it is checked now and then: two schools may have become one. */
const MOST_AT_ONCE = 1000;

/**
 * For every call that looks for accounts by their addresses, before it looks. Counted whatever it finds: if only those were
 * refused that find somebody, the refusal would tell as much as the answer.
 */
export const countLook = async (throttle: Throttle, by: Actor): Promise<void> => {
  if (by.actor === 'user') await throttle.hit('stranger', `user ${by.actorId}`);
};

/**
 * A check, and an import that is refused, tell a school admin which addresses have an account elsewhere. Lists have a few;
 * whoever tries addresses out is slowed down. The first is counted by the look.
 */
export const countStrangers = async (
  throttle: Throttle,
  user: SessionUser | undefined,
  count: number,
): Promise<void> => {
  if (user && count > 1) await throttle.hit('stranger', `user ${user.id}`, Math.min(count - 1, MOST_AT_ONCE));
};
