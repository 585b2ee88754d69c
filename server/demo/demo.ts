import { readSettings } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { findEmbedded } from '../db/embedded.ts';
import { generatePassword } from '../features/accounts/generate-password.ts';
import { createPasswords } from '../features/accounts/passwords.ts';
import { insertCompletions, insertPeople, insertSchool, removeDemo } from './demo.queries.ts';
import { DEMO_SCHOOL, demoCompletions, demoPeople } from './school.ts';

/** `npm run demo`: fills the running instance with a school and prints the logins. Run again, it starts afresh. */

const PAGES = { student: '/login', teacher: '/teachers/login', school_admin: '/schooladmin/login' };

const say = (text: string) => process.stdout.write(`${text}\n`);

const settings = readSettings();
const connection = settings.databaseUrl
  ? { connectionString: settings.databaseUrl }
  : await findEmbedded(settings.dataDir);

if (!connection) {
  say(
    `No Tickmark is running on ${settings.dataDir}. Start it first with npm start, then run this beside it.`,
  );
  process.exitCode = 1;
} else {
  const db = openDatabase(connection, (error) => {
    throw error;
  });
  const password = generatePassword(3);
  const people = demoPeople();
  const completions = demoCompletions(people, new Date());
  const passwordHash = await createPasswords().hash(password);
  await db.transaction(async (tx) => {
    await removeDemo(tx, DEMO_SCHOOL.domain);
    const schoolId = await insertSchool(tx, DEMO_SCHOOL.name, DEMO_SCHOOL.domain);
    await insertPeople(tx, schoolId, people, passwordHash);
    await insertCompletions(tx, completions);
  });
  await db.close();

  const count = (role: string) => people.filter((person) => person.role === role).length;
  say(
    `${DEMO_SCHOOL.name}: ${count('student')} students, ${count('teacher')} teachers, ${completions.length} papers.`,
  );
  say(`Everybody's password is ${password}\n`);
  for (const role of ['school_admin', 'teacher', 'student'] as const) {
    for (const { username } of people.filter((person) => person.role === role).slice(0, 3)) {
      say(`  ${role.replace('_', ' ').padEnd(13)} ${username.padEnd(18)} ${PAGES[role]}`);
    }
  }
}
