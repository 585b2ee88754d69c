import { MAX_REPORTS, REPORT_SCORES } from '../../../domain/school-dashboard.ts';
import type { Queries } from '../../db/database.ts';
import { unprocessable } from '../../http/errors.ts';
import { figuresIn, isByFigure, sortByFigure, withFigures } from './figures.ts';
import { type ChosenUsers, listFound, listGroupsOf, listSetOf } from './users.queries.ts';

const NOTHING_SET = { set_done: 0, set_total: 0, set_late: 0 };

const findStudents = async (db: Queries, schoolId: number, chosen: ChosenUsers) => {
  if (chosen.role && chosen.role !== 'student') return [];
  const found = await listFound(db, schoolId, { ...chosen, role: 'student' }, { rows: MAX_REPORTS + 1 });
  if (found.length > MAX_REPORTS)
    throw unprocessable(`These are more than ${MAX_REPORTS} students. Choose fewer, by a filter.`);
  return isByFigure(chosen) ? sortByFigure(withFigures(found, chosen), chosen) : found;
};

/** How each student is doing, subject by subject, in the order that was asked for. */
export const listReports = async (db: Queries, schoolId: number, chosen: ChosenUsers) => {
  const students = await findStudents(db, schoolId, chosen);
  const ids = students.map(({ id }) => id);
  const [groups, sets] = await Promise.all([listGroupsOf(db, schoolId, ids), listSetOf(db, schoolId, ids)]);
  const groupsOf = new Map(groups.map((row) => [row.user_id, row.groups]));
  const setOf = new Map(sets.map((row) => [`${row.student_id} ${row.subject_id}`, row]));
  const figuresOf = figuresIn(chosen);
  return students.map((student) => ({
    id: student.id,
    username: student.username,
    name: student.name,
    groups: groupsOf.get(student.id) ?? [],
    subjects: student.work.map((work) => {
      const [subjectId, , , , newest] = work;
      return {
        subject_id: subjectId,
        ...figuresOf(student, [work]),
        scores: newest?.slice(0, REPORT_SCORES).toReversed() ?? [],
        ...(setOf.get(`${student.id} ${subjectId}`) ?? NOTHING_SET),
      };
    }),
  }));
};
