import type { Output } from '../../../../contract/index.ts';

/** What a school's screen knows, in the forms in which its tabs need it. */

export type SchoolAnswer = Output<'GET /admin/schools/{schoolId}/users-and-classes'>;
export type User = SchoolAnswer['users'][number];
export type Assignment = SchoolAnswer['classes'][number];
/** Somebody whom a teacher waits for: an address, perhaps with a name. */
export type Pending = SchoolAnswer['pending'][number];

export type School = {
  users: readonly User[];
  classes: readonly Assignment[];
  pending: readonly Pending[];
  students: readonly User[];
  teachers: readonly User[];
  /** Students without any assignment. */
  unassigned: readonly User[];
  /** By the teacher's id. */
  classOf: ReadonlyMap<number, readonly Assignment[]>;
  /** By the teacher's id. */
  pendingOf: ReadonlyMap<number, readonly Pending[]>;
  /** By the student's id. */
  teachersOf: ReadonlyMap<number, readonly Assignment[]>;
  /** What the school calls them, by their id; of those for whom it has said so. */
  names: ReadonlyMap<number, string>;
};

/** What a person is called; school admins may have no address, others no name. */
export const nameOf = ({ id, username, email }: Pick<User, 'id' | 'username' | 'email'>): string =>
  username ?? email ?? `User ${id}`;

/** By which somebody is assigned: the address, or the username of a person without one. */
export const loginOf = ({ email, username }: Pick<User, 'email' | 'username'>): string =>
  email ?? username ?? '';

export const studentOf = (assignment: Assignment): string =>
  nameOf({
    id: assignment.student_id,
    username: assignment.student_username,
    email: assignment.student_email,
  });

export const pendingName = ({ student_name, student_email }: Pending): string =>
  student_name ?? student_email;

/**
 * What people would call a class: a group, and for a teacher none of whose students is in one, all of them, also those
 * who are pending. `teaching` counts the teachers who have any.
 */
export function countClasses(
  { teachers, classOf, pendingOf }: School,
  groups: readonly { members: readonly number[] }[],
) {
  const grouped = new Set(groups.flatMap(({ members }) => members));
  const teaching = teachers.filter(({ id }) => classOf.has(id) || pendingOf.has(id));
  const alone = teaching.filter(
    ({ id }) => !classOf.get(id)?.some(({ student_id }) => grouped.has(student_id)),
  );
  const full = groups.filter(({ members }) => members.length > 0).length;
  return { groups: full, alone: alone.length, teaching: teaching.length, all: full + alone.length };
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const sortedByName = (users: readonly User[]) =>
  users.toSorted((a, b) => byName.compare(nameOf(a), nameOf(b)));

/** In a teacher's class those of `recent` stand first, the latest before the others: there the eye looks for them. */
export function arrange(
  { users, classes, pending }: SchoolAnswer,
  recent: readonly Assignment[] = [],
): School {
  const sorted = sortedByName(users);
  const students = sorted.filter(({ role }) => role === 'student');
  const teachersOf = groupedBy(classes, ({ student_id }) => student_id);
  return {
    users: sorted,
    classes,
    pending,
    students,
    teachers: sorted.filter(({ role }) => role === 'teacher'),
    unassigned: students.filter(({ id }) => !teachersOf.has(id)),
    classOf: groupedBy(withFirst(classes, recent), ({ teacher_id }) => teacher_id),
    pendingOf: groupedBy(pending, ({ teacher_id }) => teacher_id),
    teachersOf,
    names: new Map(users.flatMap(({ id, name }) => (name === null ? [] : [[id, name]]))),
  };
}

function withFirst(classes: readonly Assignment[], recent: readonly Assignment[]): readonly Assignment[] {
  if (recent.length === 0) return classes;
  const place = new Map(recent.map((assignment, index) => [pairOf(assignment), index]));
  const placeOf = (assignment: Assignment) => place.get(pairOf(assignment)) ?? -1;
  return classes.toSorted((a, b) => placeOf(b) - placeOf(a));
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => number): Map<number, Item[]> {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

type Pair = Pick<Pending, 'teacher_id'> & { student_email: string | null };
/** A change that is shown before the server has confirmed it. */
export type Move = { kind: 'add'; assignment: Assignment } | { kind: 'remove'; assignment: Pair };

/** A teacher has an address once, whether somebody is active or pending. */
const pairOf = ({ teacher_id, student_email }: Pair) => `${teacher_id} ${student_email}`;

/** The school as it will be. */
export function withMoves(school: SchoolAnswer, moves: readonly Move[]): SchoolAnswer {
  const active = new Map(school.classes.map((assignment) => [pairOf(assignment), assignment]));
  const pending = new Map(school.pending.map((one) => [pairOf(one), one]));
  for (const { kind, assignment } of moves) {
    const pair = pairOf(assignment);
    pending.delete(pair);
    if (kind === 'remove') active.delete(pair);
    else if (!active.has(pair)) active.set(pair, assignment);
  }
  return { ...school, classes: [...active.values()], pending: [...pending.values()] };
}

export const toAssignment = (teacher: User, student: User): Assignment => ({
  teacher_id: teacher.id,
  teacher_username: teacher.username,
  student_id: student.id,
  student_username: student.username,
  student_email: loginOf(student),
});

/** People whose username, address or name at the school has the words. */
export function matching<P extends Pick<User, 'username' | 'email' | 'name'>>(
  people: readonly P[],
  words: string,
): readonly P[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return people;
  return people.filter(({ username, email, name }) =>
    [username, email, name].some((text) => text?.toLowerCase().includes(wanted)),
  );
}

/** The same, and everybody of a group that begins like this. */
export function matchingOrIn(
  users: readonly User[],
  groupsOf: ReadonlyMap<number, readonly string[]>,
  words: string,
): readonly User[] {
  const group = words.trim().toLowerCase();
  if (group === '') return users;
  const named = new Set(matching(users, words));
  return users.filter(
    (user) => named.has(user) || groupsOf.get(user.id)?.some((name) => name.toLowerCase().startsWith(group)),
  );
}

/** 'mia.chen, Mia Chen': all of a line that may be cut off. */
export const titleOf = (...parts: readonly (string | null | undefined)[]): string | undefined =>
  parts.filter(Boolean).join(', ') || undefined;

/** 't.rossi (Tina Rossi)', where one is chosen from many. */
export const teacherWords = (teacher: Pick<User, 'id' | 'username' | 'email' | 'name'>): string =>
  teacher.name === null ? nameOf(teacher) : `${nameOf(teacher)} (${teacher.name})`;
