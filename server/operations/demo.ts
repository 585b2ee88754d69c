import { dayAfter, isoDay } from '../../domain/days.ts';
import { readSettings } from '../config.ts';
import type { Database } from '../db/database.ts';
import { demoAudit, demoFeedback } from '../demo/administration.ts';
import {
  archivePeople,
  askStudent,
  insertAdministration,
  insertCompletions,
  insertExams,
  insertPeople,
  insertSchool,
  linkPeople,
  removeDemo,
} from '../demo/demo.queries.ts';
import { shareEvidence } from '../demo/evidence.queries.ts';
import { attachEvidence } from '../demo/evidence.ts';
import {
  ASKED_STUDENT,
  DEMO_ELSEWHERE,
  DEMO_SCHOOL,
  type DemoPerson,
  demoCompletions,
  demoElsewhere,
  demoExams,
  demoLeavers,
  demoPeople,
  LEFT_DAYS_AGO,
} from '../demo/school.ts';
import { demoSets } from '../demo/set-work.ts';
import { insertWords } from '../demo/words.queries.ts';
import { DEMO_ANSWERS, DEMO_WORDS } from '../demo/words.ts';
import { generatePassword } from '../features/accounts/generate-password.ts';
import { createPasswords } from '../features/accounts/passwords.ts';
import { findPerson } from '../features/accounts/personal-data.queries.ts';
import { getSealKey } from '../features/accounts/seals.ts';
import { insertSet } from '../features/set-work/set-work.queries.ts';
import { makeSharePage, pathOfSharePage } from '../features/share-pages/make-share-page.ts';
import { runCommand, say } from './command.ts';
import { withInstance } from './instance.ts';

/** `npm run demo`: fills the instance with a school and prints the logins. Run again, it starts over. */

const PAGES = { student: '/login', teacher: '/teachers/login', school_admin: '/schooladmin/login' };

/** A page that a student shows to somebody at home; returns where it opens. */
const sharePage = async (db: Database, { username, subjects }: DemoPerson, now: Date): Promise<string> => {
  const student = await findPerson(db, username);
  if (!student) throw new Error(`There is no ${username}.`);
  const key = await getSealKey(db, 'share_page_key');
  const endsOn = dayAfter(isoDay(now), 60);
  const page = await makeSharePage(db, key, { userId: student.id, name: 'Arjun', subjects, endsOn });
  return pathOfSharePage(key, page) ?? '';
};

const setPapers = async (db: Database, now: Date): Promise<void> => {
  for (const { teacher: username, ...set } of demoSets(now)) {
    const teacher = await findPerson(db, username);
    const subjectId = set.papers[0]?.subjectId;
    if (!teacher || !subjectId) throw new Error(`There is no ${username}.`);
    const forAll = { audience: 'everyone', groupId: null, studentIds: [] } as const;
    await insertSet(db, { ...set, ...forAll, teacherId: teacher.id, subjectId });
  }
};

const fill = async (db: Database): Promise<void> => {
  const password = generatePassword(3);
  const people = demoPeople();
  const now = new Date();
  const leavers = demoLeavers();
  const completions = [
    ...demoCompletions(people, now),
    ...demoCompletions(leavers, new Date(dayAfter(isoDay(now), -LEFT_DAYS_AGO))),
  ];
  const passwordHash = await createPasswords().hash(password);
  await db.transaction(async (tx) => {
    for (const { domain } of [DEMO_SCHOOL, DEMO_ELSEWHERE]) await removeDemo(tx, domain);
    const schoolId = await insertSchool(tx, DEMO_SCHOOL.name, DEMO_SCHOOL.domain);
    await insertPeople(tx, schoolId, people, passwordHash);
    await linkPeople(tx, schoolId);
    await insertPeople(tx, schoolId, leavers, passwordHash);
    const elsewhereId = await insertSchool(tx, DEMO_ELSEWHERE.name, DEMO_ELSEWHERE.domain);
    await insertPeople(tx, elsewhereId, demoElsewhere(), passwordHash);
    await askStudent(tx, elsewhereId);
    await insertCompletions(tx, completions);
    await archivePeople(tx, leavers);
    await insertExams(tx, demoExams(people, now));
    await insertWords(tx, DEMO_SCHOOL.domain, DEMO_WORDS, DEMO_ANSWERS);
    await insertAdministration(tx, schoolId, demoFeedback(now), demoAudit(now));
  });
  await setPapers(db, now);
  const students = people.filter((person) => person.role === 'student');
  const withFiles = students.slice(0, 3).map((student) => student.username);
  const files = await attachEvidence(db, withFiles);
  await shareEvidence(db, withFiles.slice(1));
  const arjun = students.find(({ username }) => username === ASKED_STUDENT);
  const shared = arjun && (await sharePage(db, arjun, now));

  const count = (role: string) => people.filter((person) => person.role === role).length;
  say(
    `${DEMO_SCHOOL.name}: ${count('student')} students, ${count('teacher')} teachers, ${completions.length} papers, ${files} files.`,
  );
  say(`Everyone's password is ${password}\n`);
  for (const role of ['school_admin', 'teacher', 'student'] as const) {
    for (const { username } of people.filter((person) => person.role === role).slice(0, 3)) {
      say(`  ${role.replace('_', ' ').padEnd(13)} ${username.padEnd(18)} ${PAGES[role]}`);
    }
  }
  if (shared) say(`\n  shared page   ${'arjun.mehta'.padEnd(18)} ${shared}`);
};

await runCommand(() => withInstance(readSettings(), fill));
