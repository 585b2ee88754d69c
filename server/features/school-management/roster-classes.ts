import { setImmediate as others } from 'node:timers/promises';
import type { RosterClass } from '../../../contract/school-management.ts';
import { GROUP_NAME_MAX, groupKey } from '../../../domain/groups.ts';
import { MAX_ROSTER_PAIRS } from '../../../domain/school.ts';
import { HttpError } from '../../http/errors.ts';

/**
 * What a roster changes about the groups and links of a school. The check and the import both ask this, so that they never
 * disagree. A class is a group of the school, its students are the group's members, and whoever teaches it follows them.
 * Only what a roster made is ended by one.
 */

/** A user, or in a check the id in the school's own system of somebody who is no user yet. */
type Person = number | string;

/** A group of the school. */
export interface KnownGroup {
  id: number;
  name: string;
  sourced_id: string | null;
  /** By a list, and by somebody. */
  listed: number[];
  others: number[];
  teachers: number[];
}
/** The active students of a teacher; `listed` are those whom only a roster gave them. */
interface KnownLinks {
  teacher_id: number;
  students: number[];
  listed: number[];
}

export interface Known {
  groups: readonly KnownGroup[];
  links: readonly KnownLinks[];
}

/** The school without these people, who get another role: so the import finds it when it has changed them. */
export const withoutPeople = ({ groups, links }: Known, people: ReadonlySet<number>): Known => {
  const stay = (ids: readonly number[]) => ids.filter((id) => !people.has(id));
  return {
    groups: groups.map((group) => ({
      ...group,
      listed: stay(group.listed),
      others: stay(group.others),
      teachers: stay(group.teachers),
    })),
    links: links
      .filter(({ teacher_id: id }) => !people.has(id))
      .map((one) => ({ ...one, students: stay(one.students), listed: stay(one.listed) })),
  };
};

export interface RosterPeople {
  /** Everybody who is or will be at the school, by the id in its own system. */
  find: (sourcedId: string) => { person: Person; role: 'student' | 'teacher' } | undefined;
}

export interface PlannedClass<P = Person> {
  /** Undefined for a new one. */
  groupId: number | undefined;
  sourcedId: string;
  name: string;
  /** Of a group that is there. */
  nameBefore: string | undefined;
  course: string | null;
  joins: P[];
  leaves: number[];
  teachers: P[];
  students: P[];
  /** Students and teachers to whom it is new: who was in it before may have dropped its subject. */
  arrivals: P[];
  /** Whether any of it differs from what is there. */
  isChanged: boolean;
}

export interface ClassPlan<P = Person> {
  classes: PlannedClass<P>[];
  /** Groups whose class has ended and who have no other members. */
  ended: number[];
  links: { teacher: P; student: P }[];
  linksEnded: { teacher: number; student: number }[];
}

/** Whom a class has after the roster. */
interface After {
  group: KnownGroup | undefined;
  given: RosterClass | undefined;
  students: Set<Person>;
  teachers: Set<Person>;
}

/** Between so many classes other calls have their turn. */
const CLASSES_A_TURN = 50;
const inTurns = async <T>(list: readonly T[], work: (one: T) => void): Promise<void> => {
  for (const [index, one] of list.entries()) {
    if (index % CLASSES_A_TURN === 0) await others();
    work(one);
  }
};

/** Each teacher of a class follows each of its students: a small file can ask for millions of links. */
const refuseTooManyPairs = (afters: readonly After[]): void => {
  const pairs = afters.reduce((sum, { students, teachers }) => sum + students.size * teachers.size, 0);
  if (pairs > MAX_ROSTER_PAIRS)
    throw new HttpError(
      413,
      `The classes of a roster can make at most ${MAX_ROSTER_PAIRS.toLocaleString('en-US')} pairs of teacher and student.`,
    );
};

export const planClasses = async (
  given: readonly RosterClass[],
  { isDelta }: { isDelta: boolean },
  people: RosterPeople,
  known: Known,
): Promise<ClassPlan> => {
  const afters = combine(given, { isDelta }, people, known);
  refuseTooManyPairs(afters);
  const gone = afters.filter(({ given: one, group }) => group && !(one ? one.is_active : isDelta));
  const ended = gone.filter(({ group }) => group?.others.length === 0);
  const endedIds = new Set(ended.map(({ group }) => group?.id));
  const names = new Names(known.groups.filter(({ id }) => !endedIds.has(id)));
  const classes: PlannedClass[] = [];
  await inTurns(
    afters.filter(({ group }) => !group || !endedIds.has(group.id)),
    (after) => classes.push(planClass(after, names)),
  );
  return {
    classes,
    ended: ended.flatMap(({ group }) => group?.id ?? []),
    ...(await planLinks(afters, known, { isDelta })),
  };
};

const combine = (
  given: readonly RosterClass[],
  { isDelta }: { isDelta: boolean },
  people: RosterPeople,
  { groups }: Known,
): After[] => {
  const byId = new Map(
    groups.flatMap((group) => (group.sourced_id === null ? [] : [[group.sourced_id, group]])),
  );
  const byName = new Map(
    groups.flatMap((group) => (group.sourced_id === null ? [[groupKey(group.name), group]] : [])),
  );
  const adopted = new Set<number>();
  const withRole = (ids: readonly string[], role: string) =>
    ids.flatMap((id) => {
      const found = people.find(id);
      return found?.role === role ? [found.person] : [];
    });

  const afters = given.flatMap((one): After[] => {
    const named = byName.get(groupKey(one.title ?? ''));
    const free = named && !adopted.has(named.id) ? named : undefined;
    const group = byId.get(one.sourced_id) ?? free;
    if (!group && (one.title === null || !one.is_active)) return [];
    if (group) adopted.add(group.id);
    const students = new Set<Person>(isDelta ? group?.listed : []);
    const teachers = new Set<Person>(isDelta ? group?.teachers : []);
    for (const student of withRole(one.students, 'student')) students.add(student);
    for (const teacher of withRole(one.teachers, 'teacher')) teachers.add(teacher);
    for (const id of one.ended) {
      const person = people.find(id)?.person;
      if (person === undefined) continue;
      students.delete(person);
      teachers.delete(person);
    }
    if (!one.is_active) {
      students.clear();
      teachers.clear();
    }
    return [{ group, given: one, students, teachers }];
  });
  const rest = groups.filter((group) => group.sourced_id !== null && !adopted.has(group.id));
  return [
    ...afters,
    ...rest.map((group) => ({
      group,
      given: undefined,
      students: new Set<Person>(isDelta ? group.listed : []),
      teachers: new Set<Person>(isDelta ? group.teachers : []),
    })),
  ];
};

const planClass = ({ group, given, students, teachers }: After, names: Names): PlannedClass => {
  const members = new Set<Person>([...(group?.listed ?? []), ...(group?.others ?? [])]);
  const joins = [...students].filter((student) => !members.has(student));
  const leaves = (group?.listed ?? []).filter((student) => !students.has(student));
  const name = names.nameFor(given?.title ?? group?.name ?? '', group);
  const sourcedId = given?.sourced_id ?? group?.sourced_id ?? '';
  // Of a group that was no class yet it is new to all.
  const isClass = group !== undefined && group.sourced_id !== null;
  const taught = new Set<Person>(isClass ? group.teachers : []);
  const isSame =
    group !== undefined &&
    group.name === name &&
    group.sourced_id === sourcedId &&
    teachers.size === group.teachers.length &&
    group.teachers.every((teacher) => teachers.has(teacher));
  return {
    groupId: group?.id,
    sourcedId,
    name,
    nameBefore: group?.name,
    course: given?.course ?? null,
    joins,
    leaves,
    teachers: [...teachers],
    students: [...students],
    arrivals: [...(isClass ? joins : students), ...[...teachers].filter((teacher) => !taught.has(teacher))],
    isChanged: !isSame || joins.length > 0 || leaves.length > 0,
  };
};

/** The names of a school's groups. */
class Names {
  private readonly taken: Set<string>;
  /** The next number to try for a title, so that a thousand classes of one title are not a million comparisons. */
  private readonly next = new Map<string, number>();

  constructor(groups: readonly KnownGroup[]) {
    this.taken = new Set(groups.map(({ name }) => groupKey(name)));
  }

  /** A class's title, unless another group of the school has it. */
  nameFor(title: string, group: KnownGroup | undefined): string {
    const key = groupKey(title);
    const own = group && groupKey(group.name);
    if (own === key) return title;
    let name = title;
    if (this.taken.has(key)) {
      // Of a group that has been renamed before.
      const number = / (\d+)$/.exec(group?.name ?? '')?.[1];
      if (number !== undefined && own === groupKey(numbered(title, number))) return numbered(title, number);
      let next = this.next.get(key) ?? 2;
      do {
        name = numbered(title, String(next));
        next += 1;
      } while (this.taken.has(groupKey(name)));
      this.next.set(key, next);
    }
    this.taken.add(groupKey(name));
    return name;
  }
}

const numbered = (title: string, number: string): string => {
  const end = ` ${number}`;
  return (
    Array.from(title)
      .slice(0, GROUP_NAME_MAX - end.length)
      .join('')
      .trim() + end
  );
};

const asBefore = ({ listed, teachers }: KnownGroup) => ({
  students: new Set<Person>(listed),
  teachers: new Set<Person>(teachers),
});

const studentsByTeacher = async (classes: readonly Pick<After, 'students' | 'teachers'>[]) => {
  const taught = new Map<Person, Set<Person>>();
  await inTurns(classes, ({ students, teachers }) => {
    for (const teacher of teachers) {
      const of = taught.get(teacher) ?? new Set();
      for (const student of students) of.add(student);
      taught.set(teacher, of);
    }
  });
  return taught;
};

const planLinks = async (
  afters: readonly After[],
  known: Known,
  { isDelta }: { isDelta: boolean },
): Promise<Pick<ClassPlan, 'links' | 'linksEnded'>> => {
  const taught = await studentsByTeacher(afters);
  // Of changes: what was kept when a class ended earlier is no business of theirs.
  const before = isDelta ? await studentsByTeacher(known.groups.map(asBefore)) : undefined;
  // What somebody has ended by hand begins again only where its class is named.
  const named = await studentsByTeacher(afters.filter(({ given }) => given !== undefined));
  const linked = new Map<Person, Set<Person>>(
    known.links.map((links) => [links.teacher_id, new Set<Person>(links.students)]),
  );
  return {
    links: [...named].flatMap(([teacher, students]) =>
      [...students]
        .filter((student) => !linked.get(teacher)?.has(student))
        .map((student) => ({ teacher, student })),
    ),
    linksEnded: known.links.flatMap(({ teacher_id: teacher, listed }) =>
      listed
        .filter((student) => !taught.get(teacher)?.has(student))
        .filter((student) => before?.get(teacher)?.has(student) ?? !isDelta)
        .map((student) => ({ teacher, student })),
    ),
  };
};

/** The groups that each joins and leaves, by name. Who gets another role leaves them all. */
export const changesByPerson = (
  { classes, ended }: ClassPlan,
  { groups }: Known,
  inNewRole: ReadonlySet<number>,
) => {
  const changes = new Map<Person, { joins: string[]; leaves: string[] }>();
  const of = (person: Person) => {
    const found = changes.get(person) ?? { joins: [], leaves: [] };
    changes.set(person, found);
    return found;
  };
  for (const { name, nameBefore = name, joins, leaves } of classes) {
    for (const person of joins) of(person).joins.push(name);
    for (const person of leaves) of(person).leaves.push(nameBefore);
  }
  const endedIds = new Set(ended);
  for (const { id, name, listed } of groups)
    for (const person of listed) if (endedIds.has(id) || inNewRole.has(person)) of(person).leaves.push(name);
  return changes;
};

/** Groups that get another name. */
export const renamedIn = ({ classes }: ClassPlan): { before: string; after: string }[] =>
  classes.flatMap(({ name, nameBefore }) =>
    nameBefore === undefined || nameBefore === name ? [] : { before: nameBefore, after: name },
  );

/** Groups whose class has ended, and how many were in it. */
export const endedIn = ({ ended }: ClassPlan, { groups }: Known): { name: string; members: number }[] =>
  groups.filter(({ id }) => ended.includes(id)).map(({ name, listed }) => ({ name, members: listed.length }));

export const countPlan = (plan: ClassPlan) => ({
  groups: plan.classes.filter(({ groupId }) => groupId === undefined).length,
  groups_renamed: renamedIn(plan).length,
  groups_ended: plan.ended.length,
  links: plan.links.length,
  links_ended: plan.linksEnded.length,
});
