import { useMemo, useRef, useState } from 'react';
import { ASSIGNMENT_NOT_FOUND, MAX_ADDRESSES, TEACHER_NOT_FOUND } from '../../../../../domain/school.ts';
import { call } from '../../../api/call.ts';
import { queryClient, queryKey, useApiQuery } from '../../../api/query.ts';
import { showToast } from '../../../ui/toasts.ts';
import { sayFailure, sayRefusal } from './failure-toasts.ts';
import {
  type Assignment,
  arrange,
  type Move,
  nameOf,
  type SchoolAnswer,
  studentOf,
  toAssignment,
  type User,
  withMoves,
} from './school-data.ts';

const SCHOOL = 'GET /admin/schools/{schoolId}/users-and-classes';
const CLASSES = 'POST /admin/schools/{schoolId}/classes';
const CLASS = 'DELETE /admin/schools/{schoolId}/classes/{teacherId}/{studentId}';
/** What else shows the users of a school, or what was done at it. */
const ELSEWHERE = ['GET /admin/users', 'GET /admin/users/counts', 'GET /admin/audit'] as const;

const requestOf = (schoolId: string) => ({ as: 'platformAdmin' as const, params: { schoolId } });
const keyOf = (schoolId: string) => queryKey(SCHOOL, requestOf(schoolId));

/** Resolves when the school is as the server has it. */
export async function reloadSchool(schoolId: string): Promise<void> {
  for (const address of ELSEWHERE) void queryClient.invalidateQueries({ queryKey: queryKey(address) });
  await queryClient.invalidateQueries({ queryKey: keyOf(schoolId) });
}

/** A school's people and who teaches whom, and what can be done about it. */
export function useSchool(schoolId: string) {
  const { data, error, isFetching, refetch } = useApiQuery(SCHOOL, requestOf(schoolId));
  const { moves, recent, carryOut } = useMoves(schoolId);
  const school = useMemo(
    () => data && arrange({ ...data, classes: withMoves(data.classes, moves) }, recent),
    [data, moves, recent],
  );

  /** Returns whether it was done. */
  async function assign(teacherId: number, students: readonly User[]): Promise<boolean> {
    const teacher = school?.teachers.find(({ id }) => id === teacherId);
    const address = teacher?.email;
    if (!teacher || !address) {
      sayRefusal(TEACHER_NOT_FOUND);
      return false;
    }
    const [first] = students;
    if (!first) return false;
    const isOne = students.length === 1;
    return carryOut({
      moves: students.map((student) => ({ kind: 'add', assignment: toAssignment(teacher, student) })),
      send: async () => {
        const emails = students.flatMap(({ email }) => email ?? []);
        for (let from = 0; from < emails.length; from += MAX_ADDRESSES) {
          await call(CLASSES, {
            ...requestOf(schoolId),
            json: { teacher_email: address, student_emails: emails.slice(from, from + MAX_ADDRESSES) },
          });
        }
      },
      done: () => {
        const who = isOne ? nameOf(first) : `${students.length} students`;
        showToast({ tone: 'done', text: `Successfully assigned ${who} to ${nameOf(teacher)}` });
      },
      failed: isOne ? 'Failed to assign student' : 'Failed to assign students',
    });
  }

  async function remove(assignment: Assignment): Promise<boolean> {
    const { teacher_id: teacherId, student_id: studentId } = assignment;
    const isThere = school?.teachersOf.get(studentId)?.some(({ teacher_id }) => teacher_id === teacherId);
    if (!isThere) {
      sayRefusal(ASSIGNMENT_NOT_FOUND);
      return false;
    }
    const student = school?.students.find(({ id }) => id === studentId);
    const teacher = school?.teachers.find(({ id }) => id === teacherId);
    return carryOut({
      moves: [{ kind: 'remove', assignment }],
      send: async () => {
        await call(CLASS, { as: 'platformAdmin', params: { schoolId, teacherId, studentId } });
      },
      done: () =>
        showToast({
          tone: 'done',
          text: `Successfully removed ${studentOf(assignment)} from ${teacher ? nameOf(teacher) : 'the teacher'}`,
          ...(student && { action: { label: 'Undo', run: () => void assign(teacherId, [student]) } }),
        }),
      failed: 'Failed to remove student',
    });
  }

  return { school, error, isFetching, retry: () => void refetch(), assign, remove };
}

type Act = { moves: Move[]; send: () => Promise<void>; done: () => void; failed: string };

/**
 * Changes are shown at once and taken back should the server refuse. Those under way lie over what the server last told,
 * so that an answer to an earlier one does not undo a later one for a moment.
 */
function useMoves(schoolId: string) {
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const [recent, setRecent] = useState<readonly Assignment[]>([]);
  const underWay = useRef(0);

  async function carryOut({ moves: added, send, done, failed }: Act): Promise<boolean> {
    setMoves((now) => [...now, ...added]);
    setRecent((now) => [
      ...now,
      ...added.flatMap(({ kind, assignment }) => (kind === 'add' ? assignment : [])),
    ]);
    underWay.current += 1;
    try {
      await send();
      done();
      // Should the reload fail, it stays true.
      await queryClient.cancelQueries({ queryKey: keyOf(schoolId) });
      queryClient.setQueryData<SchoolAnswer>(
        keyOf(schoolId),
        (before) => before && { ...before, classes: withMoves(before.classes, added) },
      );
      return true;
    } catch (error) {
      sayFailure(error, failed);
      return false;
    } finally {
      underWay.current -= 1;
      setMoves((now) => now.filter((move) => !added.includes(move)));
      // Of several at once the last brings the news of all.
      if (underWay.current === 0) void reloadSchool(schoolId);
    }
  }

  return { moves, recent, carryOut };
}
