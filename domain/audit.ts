/**
 * What the audit log records: acts of administrators, logins, and what people do with their accounts; never what a
 * student did with a paper.
 */
export const AUDIT_ACTIONS = [
  'logged_in',
  'admin_logged_in',
  'admin_password_renewed',
  'admin_password_refused',
  'password_renewed',
  'password_changed',
  'address_confirmed',
  'address_changed',
  'data_downloaded',
  'school_created',
  'school_changed',
  'school_deleted',
  'school_admin_created',
  'teacher_created',
  'users_imported',
  'classes_imported',
  'account_claimed',
  'users_exported',
  'activity_exported',
  'user_changed',
  'role_changed',
  'user_archived',
  'user_restored',
  'papers_exported',
  'user_deleted',
  'students_assigned',
  'student_removed',
  'students_removed',
  'groups_changed',
  'joining_switched',
  'share_pages_switched',
  'keeping_changed',
  'sign_in_changed',
  'sign_in_removed',
  'sign_in_joined',
  'signed_up',
  'address_lost',
  'impersonated',
  'changed_as_user',
  'impersonation_ended',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who came in, or tried to, is listed apart from what was done. */
export const LOGIN_ACTIONS: readonly AuditAction[] = [
  'logged_in',
  'admin_logged_in',
  'admin_password_refused',
];
export const AUDIT_SIDES = ['acts', 'logins'] as const;
export type AuditSide = (typeof AUDIT_SIDES)[number];
/** The first day that the log can be searched by: nothing is older, and there is no year 0. */
export const FIRST_AUDIT_DAY = '2000-01-01';
/** The newest that an export holds. */
export const MAX_AUDIT_EXPORT = 10_000;

/** What the platform admin may change while viewing as somebody else. */
export const VISIT_CHANGES = [
  'papers',
  'files_added',
  'files_removed',
  'subjects',
  'preferences',
  'subjects_taught',
  'students_added',
  'students_removed',
  'students_renamed',
  'students_set_aside',
  'groups',
  'set_work',
  'feedback',
] as const;
export type VisitChange = (typeof VISIT_CHANGES)[number];

export const AUDIT_ACTORS = ['platform_admin', 'user', 'system'] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];

/** More about an act, in numbers and fixed words. */
export type AuditDetails = Record<string, string | number | boolean | null>;
