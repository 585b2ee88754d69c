/** Limits of groups of students: a teacher's, and a school's beside the classes of its roster. */
export const GROUP_NAME_MAX = 60;
export const MAX_GROUPS = 100;
export const MAX_SCHOOL_GROUPS = 500;
export const MAX_GROUP_MEMBERS = 1000;

// The server says them, and so does the screen when it already knows.
export const GROUP_EXISTS = 'You already have a group with this name.';
export const SCHOOL_GROUP_EXISTS = 'The school already has a group with this name.';

/** Groups that one row of an import names. */
const MAX_GROUPS_A_ROW = 20;
/** So many characters hold them, with what stands between. */
export const GROUPS_TEXT_MAX = MAX_GROUPS_A_ROW * (GROUP_NAME_MAX + 2);

/**
 * What names of one group have in common. Letter by letter, as PostgreSQL compares them: JavaScript ends a Greek word with
 * another letter. A dotted capital I is any i, because what it becomes differs from database to database.
 */
export const groupKey = (name: string): string =>
  Array.from(name.trim(), (letter) => letter.toLowerCase())
    .join('')
    .replaceAll('i\u0307', 'i');

/** Whether two names are one group's. */
export const isSameGroupName = (one: string, other: string): boolean => groupKey(one) === groupKey(other);

/** The groups that one cell of a school's list names: '12B; 12 Physics'. */
export const groupNamesIn = (cell: string): string[] => {
  const names = cell.split(';').map((name) => name.trim());
  return names.filter(
    (name, at) => name !== '' && names.findIndex((other) => isSameGroupName(other, name)) === at,
  );
};

/** Why a cell does not name groups; undefined if it does, or is empty. */
export const groupsProblem = (cell: string): string | undefined => {
  const names = groupNamesIn(cell);
  if (names.length > MAX_GROUPS_A_ROW) return `At most ${MAX_GROUPS_A_ROW} groups can be named here.`;
  if (names.some((name) => name.length > GROUP_NAME_MAX))
    return `The name of a group must be at most ${GROUP_NAME_MAX} characters.`;
  return undefined;
};
