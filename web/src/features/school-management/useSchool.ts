import { useMemo, useRef, useState } from 'react';
import { ASSIGNMENT_NOT_FOUND, MAX_ADDRESSES, TEACHER_NOT_FOUND } from '../../../../domain/school.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryKey, useApiQuery } from '../../api/query.ts';
import { counted } from '../../format/counted.ts';
import { showToast, UNDO_MANY } from '../../ui/toasts.ts';
import { sayFailure, sayRefusal, sayRestFailed } from './failure-toasts.ts';
import { asFarAsItGoes, type Stop } from './in-parts.ts';
import { type Managed, requestTo } from './managed.ts';
import {
  type Assignment,
  arrange,
  loginOf,
  type Move,
  nameOf,
  type SchoolAnswer,
  studentOf,
  toAssignment,
  type User,
  withMoves,
} from './school-data.ts';

const SCHOOL = 'GET /admin/schools/{schoolId}/users-and-classes';
const GROUPS = 'GET /admin/schools/{schoolId}/groups';
const CLASSES = 'POST /admin/schools/{schoolId}/classes';
const REMOVAL = 'POST /admin/schools/{schoolId}/classes/remove';
const CLASS = 'DELETE /admin/schools/{schoolId}/classes/{teacherId}/{studentId}';
/** What else shows the users of a school, or what was done at it. */
const ELSEWHERE = [
  'GET /admin/users',
  'GET /admin/users/counts',
  'GET /admin/audit',
  'GET /schooladmin/dashboard/users',
  'GET /schooladmin/dashboard/facts',
  'GET /schooladmin/dashboard/choices',
  'GET /schooladmin/dashboard/teachers',
  'GET /schooladmin/dashboard/students/{id}',
  'GET /schooladmin/dashboard/statistics',
] as const;

const keyOf = (managed: Managed) => queryKey(SCHOOL, requestTo(managed));

/** Resolves when the school is as the server has it. */
export async function reloadSchool(managed: Managed): Promise<void> {
  for (const address of ELSEWHERE) void queryClient.invalidateQueries({ queryKey: queryKey(address) });
  await Promise.all(
    [keyOf(managed), queryKey(GROUPS, requestTo(managed))].map((key) =>
      queryClient.invalidateQueries({ queryKey: key }),
    ),
  );
}

/** Of whom the server says that something changed, and where it stopped. */
type Sent = { changed: string[]; stop: Stop | undefined };

/** Sends addresses in as many calls as they need. */
async function sendAll(
  address: typeof CLASSES | typeof REMOVAL,
  managed: Managed,
  teacherEmail: string,
  emails: readonly string[],
): Promise<Sent> {
  const changed: string[] = [];
  const stop = await asFarAsItGoes(emails, MAX_ADDRESSES, async (student_emails) => {
    const json = { teacher_email: teacherEmail, student_emails };
    changed.push(...(await call(address, { ...requestTo(managed), json })).students);
  });
  return { changed, stop };
}

/** A school's people and who teaches whom, and what can be done about it. */
export function useSchool(managed: Managed) {
  const { data, error, isFetching, refetch } = useApiQuery(SCHOOL, requestTo(managed));
  const { moves, recent, carryOut } = useMoves(managed);
  const school = useMemo(() => data && arrange(withMoves(data, moves), recent), [data, moves, recent]);

  const findTeacher = (id: number) => school?.teachers.find((teacher) => teacher.id === id);

  /** By address, so that those who were pending can be assigned again. Returns whether it was done. */
  async function assign(teacherId: number, emails: readonly string[]): Promise<boolean> {
    const teacher = findTeacher(teacherId);
    if (!teacher) {
      sayRefusal(TEACHER_NOT_FOUND);
      return false;
    }
    const [first] = emails;
    if (first === undefined) return false;
    const wanted = new Set(emails);
    const students = school?.students.filter((student) => wanted.has(loginOf(student))) ?? [];
    const who = nameOfOne(students[0], first);
    return carryOut({
      moves: students.map((student) => ({ kind: 'add', assignment: toAssignment(teacher, student) })),
      send: () => sendAll(CLASSES, managed, loginOf(teacher), emails),
      done: (added, tried) =>
        showToast({
          ...assigned({ asked: tried ?? emails.length, added: added.length, who, teacher: nameOf(teacher) }),
          ...(added.length > 0 && undo(added.length, () => removeMany(teacherId, added))),
        }),
      failed: emails.length === 1 ? 'Failed to assign student' : 'Failed to assign students',
    });
  }

  async function remove(assignment: Assignment): Promise<boolean> {
    const { teacher_id: teacherId, student_id: studentId, student_email: email } = assignment;
    const isThere = school?.teachersOf.get(studentId)?.some(({ teacher_id }) => teacher_id === teacherId);
    if (!isThere) {
      sayRefusal(ASSIGNMENT_NOT_FOUND);
      return false;
    }
    const teacher = findTeacher(teacherId);
    return carryOut({
      moves: [{ kind: 'remove', assignment }],
      send: async () => {
        await call(CLASS, { as: managed.as, params: { schoolId: managed.schoolId, teacherId, studentId } });
        return { changed: [], stop: undefined };
      },
      done: () =>
        showToast({
          tone: 'done',
          text: `Successfully removed ${studentOf(assignment)} from ${teacher ? nameOf(teacher) : 'the teacher'}`,
          ...(email !== null && { ...undo(1, () => assign(teacherId, [email])), joins: removedOf(1) }),
        }),
      failed: 'Failed to remove student',
    });
  }

  /** Active and pending ones, by address. */
  async function removeMany(teacherId: number, emails: readonly string[]): Promise<boolean> {
    const teacher = findTeacher(teacherId);
    if (!teacher) {
      sayRefusal(TEACHER_NOT_FOUND);
      return false;
    }
    const one = school?.students.find((student) => loginOf(student) === emails[0]);
    return carryOut({
      moves: emails.map((email) => ({
        kind: 'remove',
        assignment: { teacher_id: teacherId, student_email: email },
      })),
      send: () => sendAll(REMOVAL, managed, loginOf(teacher), emails),
      done: (gone) =>
        showToast({
          tone: 'done',
          text: `Successfully removed ${emails.length === 1 ? nameOfOne(one, emails[0]) : counted(gone.length, 'student')} from ${nameOf(teacher)}`,
          ...undo(gone.length, () => assign(teacherId, gone)),
          joins: removedOf(gone.length),
        }),
      failed: emails.length === 1 ? 'Failed to remove student' : 'Failed to remove students',
    });
  }

  return { school, error, isFetching, retry: () => void refetch(), assign, remove, removeMany };
}

const nameOfOne = (student: User | undefined, email = ''): string => (student ? nameOf(student) : email);

const undo = (count: number, run: () => Promise<boolean>) => ({
  action: { label: 'Undo', run: () => void run() },
  ...(count > 1 && { seconds: UNDO_MANY }),
});

/** One after the other, from whichever teachers: one Undo for all. */
const removedOf = (count: number) => ({
  kind: 'removed from a teacher',
  count,
  textOf: (all: number) => `Successfully removed ${counted(all, 'student')}`,
});

type Assigned = { asked: number; added: number; who: string; teacher: string };

/** Says how many are new, and of how many it was true before. */
function assigned({ asked, added, who, teacher }: Assigned) {
  if (added === 0) {
    const all = asked === 1 ? `${who} is` : `All ${asked.toLocaleString('en-US')} students are`;
    return { text: `${all} already assigned to ${teacher}` };
  }
  const before = asked - added;
  const rest = before === 0 ? '' : `. ${inWords(before)} already ${before === 1 ? 'was' : 'were'}.`;
  const whom = asked === 1 ? who : counted(added, 'student');
  return { tone: 'done' as const, text: `Successfully assigned ${whom} to ${teacher}${rest}` };
}

const WORDS = 'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ');
/** A number at the start of a sentence. */
const inWords = (count: number): string => WORDS[count] ?? count.toLocaleString('en-US');

type Act = {
  moves: Move[];
  send: () => Promise<Sent>;
  /** Says it in a toast. `tried` is how many it was of, where a later part failed. */
  done: (changed: string[], tried?: number) => number;
  failed: string;
};

/**
 * Changes are shown at once and taken back should the server refuse. Those under way lie over what the server last told,
 * so that an answer to an earlier one does not undo a later one for a moment.
 */
function useMoves(managed: Managed) {
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const [recent, setRecent] = useState<readonly Assignment[]>([]);
  const underWay = useRef(0);

  async function carryOut({ moves: added, send, done, failed }: Act): Promise<boolean> {
    setMoves((now) => [...now, ...added]);
    setRecent((now) => [...now, ...added.flatMap((move) => (move.kind === 'add' ? move.assignment : []))]);
    underWay.current += 1;
    try {
      const { changed, stop } = await send();
      const toast = done(changed, stop?.done);
      if (stop) {
        sayRestFailed(toast, stop.left, stop.cause, failed);
        return false;
      }
      // Should the reload fail, it stays true.
      await queryClient.cancelQueries({ queryKey: keyOf(managed) });
      queryClient.setQueryData<SchoolAnswer>(keyOf(managed), (before) => before && withMoves(before, added));
      return true;
    } catch (error) {
      sayFailure(error, failed);
      return false;
    } finally {
      underWay.current -= 1;
      setMoves((now) => now.filter((move) => !added.includes(move)));
      // Of several at once the last brings the news of all.
      if (underWay.current === 0) void reloadSchool(managed);
    }
  }

  return { moves, recent, carryOut };
}
