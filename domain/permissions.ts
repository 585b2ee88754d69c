import type { Role } from './roles.ts';

/**
 * Who may call what, on one page. Every endpoint of the contract names one of these; the caller is identified by the
 * bearer token, or for the platform admin by the shared password.
 */
export type Caller = 'anonymous' | Role | 'platform_admin';

const EVERYBODY = ['anonymous', 'student', 'teacher', 'school_admin', 'platform_admin'] as const;

const ADMITTED = {
  /** Anybody; throttled where it could be abused. */
  public: EVERYBODY,
  /** Anybody; a logged-in user is identified. */
  anyone: EVERYBODY,
  /** Anybody with a valid signature for exactly this file. */
  signature: EVERYBODY,
  /** Any logged-in user. */
  signedIn: ['student', 'teacher', 'school_admin'],
  /** Users with a tracker: a teacher may use it with the same login. */
  tracker: ['student', 'teacher'],
  /** The same, and a guest, whose list is empty. */
  trackerOrGuest: ['anonymous', 'student', 'teacher', 'platform_admin'],
  student: ['student'],
  teacher: ['teacher'],
  schoolAdmin: ['school_admin'],
  platformAdmin: ['platform_admin'],
  /** The platform admin, and a school admin for the school that the address names; for any other it is not there. */
  schoolManager: ['school_admin', 'platform_admin'],
} as const satisfies Record<string, readonly Caller[]>;

export type Access = keyof typeof ADMITTED;

export const mayCall = (caller: Caller, access: Access): boolean =>
  (ADMITTED[access] as readonly Caller[]).includes(caller);

/** How long a login lasts: the more it opens, the shorter. */
export const SESSION_HOURS: Record<Role, number> = {
  student: 30 * 24,
  teacher: 7 * 24,
  school_admin: 12,
};
export const IMPERSONATION_MINUTES = 30;
