import { MAX_REPORTS, REPORT_SCORES } from '../../../domain/school-dashboard.ts';
import type { Queries } from '../../db/database.ts';
import { unprocessable } from '../../http/errors.ts';
import { isFigure, listInOrder } from './figure-order.ts';
import { figuresBySubject } from './figures.ts';
import { type ChosenUsers, listFound, listMoreOf, listSetOf, listThese } from './users.queries.ts';

const NOTHING_SET = { set_done: 0, set_total: 0, set_late: 0 };

const refuseMany = (count: number): void => {
  if (count > MAX_REPORTS)
    throw unprocessable(`These are more than ${MAX_REPORTS} students. Choose fewer, by a filter.`);
};

const findStudents = async (db: Queries, schoolId: number, asked: ChosenUsers) => {
  if (asked.role && asked.role !== 'student') return [];
  const { sort } = asked;
  const chosen = { ...asked, role: 'student' as const };
  if (isFigure(sort)) {
    const { places, found } = await listInOrder(db, schoolId, { ...chosen, sort });
    refuseMany(found);
    return listThese(db, schoolId, chosen, places);
  }
  const students = await listFound(db, schoolId, { ...chosen, sort }, { rows: MAX_REPORTS + 1 });
  refuseMany(students.length);
  return students;
};

/** How each student is doing, subject by subject, in the order that was asked for. */
export const listReports = async (db: Queries, schoolId: number, chosen: ChosenUsers) => {
  const students = await findStudents(db, schoolId, chosen);
  const ids = students.map(({ id }) => id);
  const [details, sets] = await Promise.all([listMoreOf(db, schoolId, ids), listSetOf(db, schoolId, ids)]);
  const moreOf = new Map(details.map((row) => [row.id, row]));
  const setOf = new Map(sets.map((row) => [`${row.student_id} ${row.subject_id}`, row]));
  return students.map((student) => ({
    id: student.id,
    username: student.username,
    name: student.name,
    groups: moreOf.get(student.id)?.groups ?? [],
    subjects: figuresBySubject(student, chosen).map((figures) => ({
      ...figures,
      scores: moreOf.get(student.id)?.scores[figures.subject_id]?.slice(0, REPORT_SCORES).toReversed() ?? [],
      ...(setOf.get(`${student.id} ${figures.subject_id}`) ?? NOTHING_SET),
    })),
  }));
};
