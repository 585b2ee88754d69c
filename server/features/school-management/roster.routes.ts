import type { ImportCheck, RosterClass } from '../../../contract/school-management.ts';
import { ADDRESS_KEPT, MAX_CHECK_ROWS, MAX_ENROLMENTS, MAX_ROSTER_CLASSES } from '../../../domain/school.ts';
import type { Context } from '../../context.ts';
import { writeAudit, writeAudits } from '../../db/audit.queries.ts';
import { isUniqueViolation, type Queries } from '../../db/database.ts';
import { type Handlers } from '../../http/answer.ts';
import { HttpError, unprocessable } from '../../http/errors.ts';
import { makeInvitationToken } from '../teachers/invitation.ts';
import { actorOf, type Place } from './actor.ts';
import { insertClasses } from './classes.queries.ts';
import { countStrangers } from './count-strangers.ts';
import { importingPeople, refuseTooMany } from './import-people.ts';
import type { ReadRow } from './import-rows.ts';
import {
  addressesOf,
  addSubjects,
  endLinks,
  holdSchool,
  keepCourses,
  listCourses,
  listGone,
  listKnown,
  listMissing,
  listRostered,
  listThese,
  markLinks,
  writeGroups,
} from './roster.queries.ts';
import {
  type ClassPlan,
  changesByPerson,
  countPlan,
  endedIn,
  planClasses,
  type RosterPeople,
  renamedIn,
  withoutPeople,
} from './roster-classes.ts';

type Stored = Awaited<ReturnType<typeof listRostered>>;
type Classes = {
  list: readonly RosterClass[];
  is_delta: boolean;
  courses: Readonly<Record<string, string | null>>;
  ends_links: boolean;
  links_ended: number;
};

const refuseTooLarge = (people: readonly unknown[], classes: readonly RosterClass[]): void => {
  refuseTooMany(people, MAX_CHECK_ROWS);
  refuseTooMany(classes, MAX_ROSTER_CLASSES, 'classes');
  const enrolments = classes.reduce(
    (sum, one) => sum + one.teachers.length + one.students.length + one.ended.length,
    0,
  );
  if (enrolments > MAX_ENROLMENTS)
    throw new HttpError(
      413,
      `A roster can have at most ${MAX_ENROLMENTS.toLocaleString('en-US')} enrolments.`,
    );
};

const refuseRepeated = (classes: readonly RosterClass[]): void => {
  const seen = new Set<string>();
  for (const { sourced_id: id } of classes) {
    if (seen.has(id)) throw unprocessable(`The class ${id} is in the roster twice.`);
    seen.add(id);
  }
};

/** What comes of a part of a roster that has only people. */
const NO_CLASSES = { groups: 0, groups_renamed: 0, groups_ended: 0, links: 0, links_ended: 0 };
const CHANGED_SINCE = 'The school has changed since you checked. Look again at what will happen.';
/** Somebody has given a group such a name at the same moment. */
const refuseNamed = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const isNamed = ['groups_of_school', 'groups_by_sourced_id'].some((name) =>
      isUniqueViolation(error, name),
    );
    throw isNamed ? new HttpError(409, CHANGED_SINCE) : error;
  }
};

/** Who is not imported whatever is decided. */
const STAYS_OUT: readonly ImportCheck['outcome'][] = [
  'faulty',
  'archived',
  'other_school',
  'other_domain',
  'other_role',
];

/** The people that there will be: those of an earlier roster, and those of this one as far as they may be imported. */
const peopleAfter = (
  stored: Stored,
  rows: readonly ReadRow[],
  checked: readonly ImportCheck[],
): RosterPeople => {
  type Found = NonNullable<ReturnType<RosterPeople['find']>>;
  const found = new Map<string, Found>(
    stored.map(({ id, sourced_id: sourcedId, role }) => [sourcedId, { person: id, role }]),
  );
  checked.forEach(({ outcome, account }, index) => {
    const user = rows[index]?.user;
    if (!user?.sourcedId || STAYS_OUT.includes(outcome)) return;
    const role = account?.role === 'school_admin' ? account.role : (user.role ?? account?.role);
    if (role === 'student' || role === 'teacher')
      found.set(user.sourcedId, { person: account?.id ?? user.sourcedId, role });
  });
  return { find: (sourcedId) => found.get(sourcedId) };
};

/** What the classes change about somebody is told with the rest. */
const withGroups = (
  checked: readonly ImportCheck[],
  rows: readonly ReadRow[],
  changes: ReturnType<typeof changesByPerson>,
): ImportCheck[] =>
  checked.map((check, index) => {
    const found = changes.get(check.account?.id ?? rows[index]?.user?.sourcedId ?? '');
    if (!found) return check;
    const { joins, leaves } = found;
    return {
      ...check,
      // That the address is known is nothing to say of somebody whose classes change.
      ...(check.outcome === 'unchanged' && {
        outcome: 'changed' as const,
        reason: check.reason === ADDRESS_KEPT ? check.reason : null,
      }),
      changes: {
        ...check.changes,
        ...(joins.length > 0 && { joins }),
        ...(leaves.length > 0 && { leaves }),
      },
    };
  });

/** Whose classes change though no row is theirs: changes may name only an enrolment. */
const changedBesides = async (
  db: Queries,
  schoolId: number,
  changes: ReturnType<typeof changesByPerson>,
  told: readonly number[],
) => {
  const others = new Map(changes);
  for (const id of told) others.delete(id);
  const ids = [...others.keys()].filter((person) => typeof person === 'number');
  if (ids.length === 0) return [];
  const people = await listThese(db, schoolId, ids);
  return people.map((one) => ({ ...one, joins: [], leaves: [], ...others.get(one.id) }));
};

const coursesOf = (classes: readonly RosterClass[]) => [
  ...new Set(classes.flatMap(({ course, is_active: isActive }) => (isActive ? (course ?? []) : []))),
];

export const rosterRoutes = (context: Context) => {
  const { db } = context;
  const { check, importPeople } = importingPeople(context);

  const makeLinks = async (tx: Queries, schoolId: number, { links }: ClassPlan<number>) => {
    if (links.length === 0) return;
    const emails = await addressesOf(tx, schoolId, [...new Set(links.map(({ student }) => student))]);
    await insertClasses(
      tx,
      schoolId,
      links.map(({ teacher, student }) => {
        const email = emails.get(student) ?? null;
        const token = makeInvitationToken(email ?? String(student));
        return { teacherId: teacher, email, studentId: student, token };
      }),
    );
    await markLinks(tx, links);
  };

  const finishLinks = async (tx: Queries, { by, schoolId }: Place, plan: ClassPlan<number>) => {
    const ended = await endLinks(tx, schoolId, plan.linksEnded);
    await writeAudits(
      tx,
      ended.map(({ teacher_id: teacherId, student_id: targetId }) => ({ targetId, teacherId })),
      { ...by, action: 'student_removed', schoolId },
    );
    return ended.length;
  };

  /** Everybody is there by now. */
  const importClasses = async (tx: Queries, place: Place, given: Classes) => {
    const { schoolId, by } = place;
    const stored = await listRostered(tx, schoolId);
    const known = await listKnown(tx, schoolId);
    // All people are users by now, so every person is one.
    const plan = (await planClasses(
      given.list,
      { isDelta: given.is_delta },
      peopleAfter(stored, [], []),
      known,
    )) as ClassPlan<number>;
    const counts = countPlan(plan);
    if (given.ends_links && counts.links_ended > 0 && counts.links_ended !== given.links_ended)
      throw new HttpError(409, CHANGED_SINCE);
    await writeGroups(tx, schoolId, plan);
    await makeLinks(tx, schoolId, plan);
    const linksEnded = given.ends_links ? await finishLinks(tx, place, plan) : 0;
    const learnt = await keepCourses(tx, schoolId, given.courses);
    const subjects = await addSubjects(tx, schoolId, await withSubjects(tx, schoolId, plan, learnt));
    const done = { ...counts, links_ended: linksEnded };
    const changes = done.groups_ended + done.links + linksEnded + learnt.size + subjects;
    if (plan.classes.some(({ isChanged }) => isChanged) || changes > 0)
      await writeAudit(tx, {
        ...by,
        action: 'classes_imported',
        schoolId,
        details: { ...done, courses: learnt.size, subjects },
      });
    return done;
  };

  /** Who gets which subject: whoever comes into a class, and all of it once its course is known as another. */
  const withSubjects = async (
    tx: Queries,
    schoolId: number,
    { classes }: ClassPlan<number>,
    learnt: ReadonlySet<string>,
  ) => {
    const titles = [...new Set(classes.flatMap(({ course }) => course ?? []))];
    const subjects = new Map(
      (await listCourses(tx, schoolId, titles)).map(({ title, subject_id: subject }) => [title, subject]),
    );
    return classes.flatMap(({ course, students, teachers, arrivals }) => {
      const subject = course === null ? null : subjects.get(course);
      if (course === null || !subject) return [];
      return [{ subject, people: learnt.has(course) ? [...students, ...teachers] : arrivals }];
    });
  };

  return {
    'POST /admin/schools/{schoolId}/roster/check': async ({ user, params: { schoolId }, json }) => {
      const { people, classes, is_delta: isDelta, left } = json;
      refuseTooLarge(people, classes);
      refuseRepeated(classes);
      const { rows, checked, told } = await check({ by: actorOf(user), schoolId }, people);
      await countStrangers(context.throttle, user, told);
      const sourcedIds = rows.flatMap((row) => row.user?.sourcedId ?? []);
      const accounts = new Set(checked.flatMap(({ account }) => account?.id ?? []));
      const absent = isDelta
        ? await listGone(db, schoolId, left)
        : await listMissing(db, schoolId, sourcedIds);
      const stored = await listRostered(db, schoolId);
      const known = await listKnown(db, schoolId);
      const inNewRole = new Set(
        checked.flatMap(({ account, changes }) => (account && changes?.role ? account.id : [])),
      );
      const titles = coursesOf(classes);
      const courses = new Map(
        (await listCourses(db, schoolId, titles)).map((course) => [course.title, course]),
      );
      const plan = await planClasses(
        classes,
        { isDelta },
        peopleAfter(stored, rows, checked),
        withoutPeople(known, inNewRole),
      );
      const changes = changesByPerson(plan, known, inNewRole);
      const leavers = absent.filter(({ id }) => !accounts.has(id));
      return {
        rows: withGroups(checked, rows, changes),
        left: leavers,
        others: await changedBesides(db, schoolId, changes, [...accounts, ...leavers.map(({ id }) => id)]),
        courses: titles.map((title) => ({
          title,
          subject_id: courses.get(title)?.subject_id ?? null,
          is_known: courses.has(title),
        })),
        renamed: renamedIn(plan),
        ended: endedIn(plan, known),
        counts: countPlan(plan),
      };
    },

    'POST /admin/schools/{schoolId}/roster': async ({ user, params: { schoolId }, json, request }) => {
      const { people, classes } = json;
      refuseTooLarge(people, classes?.list ?? []);
      refuseRepeated(classes?.list ?? []);
      const place = { by: actorOf(user), schoolId };
      const { imported, takenIn, changed, result } = await importPeople(place, people, {
        request,
        user,
        isRoster: true,
        alsoHolds: classes && ((tx) => holdSchool(tx, schoolId)),
        also: (tx) =>
          classes ? refuseNamed(() => importClasses(tx, place, classes)) : Promise.resolve(NO_CLASSES),
      });
      return { imported, taken_in: takenIn, changed: changed.map(({ row }) => row), counts: result };
    },
  } satisfies Handlers;
};
