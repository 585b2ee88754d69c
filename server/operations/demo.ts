import { readSettings } from '../config.ts';
import type { Database } from '../db/database.ts';
import { demoAudit, demoFeedback } from '../demo/administration.ts';
import {
  insertAdministration,
  insertCompletions,
  insertExams,
  insertPeople,
  insertSchool,
  removeDemo,
} from '../demo/demo.queries.ts';
import { attachEvidence } from '../demo/evidence.ts';
import { DEMO_SCHOOL, demoCompletions, demoExams, demoPeople } from '../demo/school.ts';
import { generatePassword } from '../features/accounts/generate-password.ts';
import { createPasswords } from '../features/accounts/passwords.ts';
import { runCommand, say } from './command.ts';
import { withInstance } from './instance.ts';

/** `npm run demo`: fills the instance with a school and prints the logins. Run again, it starts over. */

const PAGES = { student: '/login', teacher: '/teachers/login', school_admin: '/schooladmin/login' };

const fill = async (db: Database): Promise<void> => {
  const password = generatePassword(3);
  const people = demoPeople();
  const now = new Date();
  const completions = demoCompletions(people, now);
  const passwordHash = await createPasswords().hash(password);
  await db.transaction(async (tx) => {
    await removeDemo(tx, DEMO_SCHOOL.domain);
    const schoolId = await insertSchool(tx, DEMO_SCHOOL.name, DEMO_SCHOOL.domain);
    await insertPeople(tx, schoolId, people, passwordHash);
    await insertCompletions(tx, completions);
    await insertExams(tx, demoExams(people, now));
    await insertAdministration(tx, schoolId, demoFeedback(now), demoAudit(now));
  });
  const students = people.filter((person) => person.role === 'student');
  const files = await attachEvidence(
    db,
    students.slice(0, 3).map((student) => student.username),
  );

  const count = (role: string) => people.filter((person) => person.role === role).length;
  say(
    `${DEMO_SCHOOL.name}: ${count('student')} students, ${count('teacher')} teachers, ${completions.length} papers, ${files} files.`,
  );
  say(`Everybody's password is ${password}\n`);
  for (const role of ['school_admin', 'teacher', 'student'] as const) {
    for (const { username } of people.filter((person) => person.role === role).slice(0, 3)) {
      say(`  ${role.replace('_', ' ').padEnd(13)} ${username.padEnd(18)} ${PAGES[role]}`);
    }
  }
};

await runCommand(() => withInstance(readSettings(), fill));
