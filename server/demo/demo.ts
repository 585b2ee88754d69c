import { besideRunning } from '../db/running.ts';
import { generatePassword } from '../features/accounts/generate-password.ts';
import { createPasswords } from '../features/accounts/passwords.ts';
import { say } from '../operations/command.ts';
import { demoAudit, demoFeedback } from './administration.ts';
import {
  insertAdministration,
  insertCompletions,
  insertPeople,
  insertSchool,
  removeDemo,
} from './demo.queries.ts';
import { attachEvidence } from './evidence.ts';
import { DEMO_SCHOOL, demoCompletions, demoPeople } from './school.ts';

/** `npm run demo`: fills the running instance with a school and prints the logins. Run again, it starts afresh. */

const PAGES = { student: '/login', teacher: '/teachers/login', school_admin: '/schooladmin/login' };

await besideRunning(async (db) => {
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
});
