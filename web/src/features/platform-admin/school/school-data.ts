import type { Output } from '../../../../../contract/index.ts';

/** What a school's screen knows, in the forms in which its tabs need it. */

export type SchoolAnswer = Output<'GET /admin/schools/{schoolId}/users-and-classes'>;
export type User = SchoolAnswer['users'][number];
export type Assignment = SchoolAnswer['classes'][number];

export type School = {
  users: readonly User[];
  classes: readonly Assignment[];
  students: readonly User[];
  teachers: readonly User[];
  /** Students without any assignment. */
  unassigned: readonly User[];
  /** By the teacher's id. */
  classOf: ReadonlyMap<number, readonly Assignment[]>;
  /** By the student's id. */
  teachersOf: ReadonlyMap<number, readonly Assignment[]>;
};

/** What a person is called; school admins may have no address, others no name. */
export const nameOf = ({ id, username, email }: Pick<User, 'id' | 'username' | 'email'>): string =>
  username ?? email ?? `User ${id}`;

export const studentOf = (assignment: Assignment): string =>
  nameOf({
    id: assignment.student_id,
    username: assignment.student_username,
    email: assignment.student_email,
  });

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const sortedByName = (users: readonly User[]) =>
  users.toSorted((a, b) => byName.compare(nameOf(a), nameOf(b)));

/** In a teacher's class those of `recent` stand first, the latest before the others: there the eye looks for them. */
export function arrange({ users, classes }: SchoolAnswer, recent: readonly Assignment[] = []): School {
  const sorted = sortedByName(users);
  const students = sorted.filter(({ role }) => role === 'student');
  const teachersOf = groupedBy(classes, ({ student_id }) => student_id);
  return {
    users: sorted,
    classes,
    students,
    teachers: sorted.filter(({ role }) => role === 'teacher'),
    unassigned: students.filter(({ id }) => !teachersOf.has(id)),
    classOf: groupedBy(withFirst(classes, recent), ({ teacher_id }) => teacher_id),
    teachersOf,
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

/** A change that is shown before the server has confirmed it. */
export type Move = { kind: 'add' | 'remove'; assignment: Assignment };

const pairOf = ({ teacher_id, student_id }: Assignment) => `${teacher_id}-${student_id}`;

/** The assignments as they will be. */
export function withMoves(classes: readonly Assignment[], moves: readonly Move[]): Assignment[] {
  const pairs = new Map(classes.map((assignment) => [pairOf(assignment), assignment]));
  for (const { kind, assignment } of moves) {
    const pair = pairOf(assignment);
    if (kind === 'remove') pairs.delete(pair);
    else if (!pairs.has(pair)) pairs.set(pair, assignment);
  }
  return [...pairs.values()];
}

export const toAssignment = (teacher: User, student: User): Assignment => ({
  teacher_id: teacher.id,
  teacher_username: teacher.username,
  student_id: student.id,
  student_username: student.username,
  student_email: student.email,
});

/** People whose name or address has the words. */
export function matching<P extends Pick<User, 'username' | 'email'>>(
  people: readonly P[],
  words: string,
): readonly P[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return people;
  return people.filter(({ username, email }) =>
    [username, email].some((text) => text?.toLowerCase().includes(wanted)),
  );
}
