/** The columns of an import, and the only fields that a row may have. */
export const IMPORT_FIELDS = ['username', 'email', 'role'] as const;
/** A school admin is created by a call of its own. */
export const IMPORT_ROLES = ['student', 'teacher'] as const;
export const MAX_IMPORT_ROWS = 500;
/** Maximum students in one call that assigns them to a teacher. */
export const MAX_ADDRESSES = 500;
/** Maximum length of a school's name, or of the name that a teacher gives a student. */
export const NAME_MAX = 120;

// The server says these, and so does the screen when it already knows.
export const TEACHER_NOT_FOUND = 'Teacher not found';
export const ASSIGNMENT_NOT_FOUND = 'Class assignment not found';
