/** The columns of an import, and the only fields that a row may have. */
export const IMPORT_FIELDS = ['username', 'email', 'role'] as const;
/** A school admin is made by a call of its own. */
export const IMPORT_ROLES = ['student', 'teacher'] as const;
export const MAX_IMPORT_ROWS = 500;
/** Of students, in one call that assigns them to a teacher. */
export const MAX_ADDRESSES = 500;
/** Of a school, or of a student as a teacher calls them. */
export const NAME_MAX = 120;

// Said by the server, and by the screen that already knows it.
export const TEACHER_NOT_FOUND = 'Teacher not found';
export const ASSIGNMENT_NOT_FOUND = 'Class assignment not found';
