/** The columns of an import. A name may stand in one or in two. */
export const IMPORT_FIELDS = ['username', 'email', 'role', 'given', 'family', 'name', 'group'] as const;
/** A school admin is created by a call of its own. */
export const IMPORT_ROLES = ['student', 'teacher'] as const;
/** Users in one import. */
export const MAX_IMPORT_ROWS = 500;
/** Rows in one check; the screen imports a list of this length in parts. */
export const MAX_CHECK_ROWS = 5000;
/**
 * What an import would do with a row. Only who is new or changed, or has an account that was chosen for it, can be
 * imported.
 */
export const IMPORT_OUTCOMES = [
  'new',
  /** This person is at this school. */
  'unchanged',
  /** The same, and the list says something else of them. */
  'changed',
  /** Somebody else has the username, or a row before it. */
  'username_taken',
  'username_repeated',
  /** An account without a school has the address: with the same role it can be taken in. */
  'no_school',
  /** An account has the address, here or at no school, and never proved it: it can be claimed with a new password. */
  'unproved',
  /** This person has left this school, which can bring them back. */
  'archived',
  'other_role',
  'other_school',
  /** Not for a school admin: an account without a school and of another domain, or an address of another school's domain. */
  'other_domain',
  'faulty',
] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];
/** In one roster; a student is in many classes. */
export const MAX_ROSTER_CLASSES = 2000;
export const MAX_ENROLMENTS = 40_000;
/**
 * Of teacher and student in its classes; 300 classes of 25 students with two teachers have 15,000. They are written at
 * once, within the time of a statement, also by a machine that is busy.
 */
export const MAX_ROSTER_PAIRS = 40_000;
/** An id in a school's own system. */
export const SOURCED_ID_MAX = 255;
export const COURSE_TITLE_MAX = 255;
/** Maximum people in one call that archives them, or brings them back. */
export const MAX_ARCHIVED = 1000;
/** The same of one that changes their roles, groups or teachers. */
export const MAX_CHOSEN = 1000;
/** The same of one that puts students into groups and takes them out: students times groups, which takes half a second. */
export const MAX_MOVES = 10_000;
/** Maximum pairs of a teacher and a student that one call parts, and another brings together again. */
export const MAX_PAIRS = 20_000;
/** Maximum new passwords in one call: each takes a while. */
export const MAX_PASSWORDS = 100;
/** Months for which a school can keep the accounts that it archives. */
export const KEEPS_MONTHS = { least: 1, most: 60 };
/** Maximum people in one export of their papers; the screen exports more in parts. */
export const MAX_EXPORTED = 100;
/** Maximum students in one call that assigns them to a teacher. */
export const MAX_ADDRESSES = 500;
/** Maximum length of a school's name, of a person's at the school, or of the name that a teacher gives a student. */
export const NAME_MAX = 120;

// The server says these, and so does the screen when it already knows.
export const TEACHER_NOT_FOUND = 'Teacher not found';
export const ASSIGNMENT_NOT_FOUND = 'Class assignment not found';

/** An address for which a school admin cannot vouch. */
export const OTHERS_DOMAIN = 'This email belongs to another school’s domain.';
/** Of somebody whom a roster knows by the id. */
export const ADDRESS_KEPT = 'The address belongs to another account, so the old one stays.';
