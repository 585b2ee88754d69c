import type { SessionUser } from '../../http/session.ts';

/** Who manages the school, as the audit names them: one of its admins, or the platform admin. */
export const actorOf = (user: SessionUser | undefined) =>
  user ? ({ actor: 'user', actorId: user.id } as const) : ({ actor: 'platform_admin' } as const);
export type Actor = ReturnType<typeof actorOf>;

/** Which school, and who manages it. */
export interface Place {
  by: Actor;
  schoolId: number;
}
