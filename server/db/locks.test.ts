import { beforeAll, describe, expect, test } from 'vitest';
import { makeInvitationToken } from '../features/teachers/invitation.ts';
import { addLink } from '../features/teachers/teachers.queries.ts';
import { eventually } from '../testing/evidence.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../testing/people.ts';
import { ADMIN_PASSWORD, type Answer } from '../testing/server.ts';
import { shareServer } from '../testing/shared-server.ts';
import type { Queries } from './database.ts';
import { countWaiting, listStatuses, stopWriting } from './locks.test.queries.ts';

/** An address gets an account at the moment when a teacher adds it: the second transaction sees the first. */

const server = shareServer();
let schoolId: number;
let teacher: Person;
beforeAll(async () => {
  schoolId = await createSchool(server.db, '@moment.edu');
  teacher = await createPerson(server.db, 'teacher', { schoolId });
});

const admin = (address: string, json: unknown) => server.call(address, { admin: ADMIN_PASSWORD, json });
const nameIn = (email: string) => email.split('@')[0] ?? '';
let number = 0;
const newAddress = () => `moment${(number += 1)}@moment.edu`;

const register = (email: string) =>
  server.call('POST /register', { json: { username: nameIn(email), email, password: PASSWORD } });
const add = (email: string, by = teacher) =>
  server.call('POST /teachers/students', { token: by.token, json: { email, name: null } });
const assign = (emails: string[]) =>
  admin(`POST /admin/schools/${schoolId}/classes`, { teacher_email: teacher.email, student_emails: emails });

type Act = (email: string) => Promise<Answer>;
/** The last statement of each: there it can be paused. */
type Last = Parameters<typeof stopWriting>[1];

const GIVE: [string, Act, Last][] = [
  ['registering', register, 'sessions'],
  [
    'an import',
    (email) =>
      admin(`POST /admin/schools/${schoolId}/batch-import`, [
        { username: nameIn(email), email, role: 'student' },
      ]),
    'audit',
  ],
  [
    'a corrected address',
    async (email) => {
      const { id, username } = await createPerson(server.db, 'student', { schoolId });
      return admin(`PUT /admin/users/${id}`, { email, username, school_id: schoolId, role: 'student' });
    },
    'audit',
  ],
];
const WRITE_DOWN: [string, Act, Last][] = [
  ['assigning', (email) => assign([email]), 'audit'],
  [
    'a new teacher',
    (email) =>
      admin(`POST /admin/schools/${schoolId}/teachers`, {
        teacher: { username: `teacher-of-${nameIn(email)}`, email: `teacher.of.${email}` },
        student_emails: [email],
      }),
    'audit',
  ],
];

/** Begins the second when the first is done but not committed. */
const meanwhile = async (
  first: (tx: Queries) => Promise<() => Promise<Answer> | undefined>,
  second: () => Promise<Answer>,
) => {
  const [one, other] = await server.db.transaction(async (tx) => {
    const begun = await first(tx);
    const before = await countWaiting(server.db);
    let isDone = false;
    const answer = second().finally(() => {
      isDone = true;
    });
    await eventually(async () =>
      expect(isDone || (await countWaiting(server.db)) === before + 1, 'done, or waits').toBe(true),
    );
    return [begun, () => answer] as const;
  });
  for (const answer of [await one(), await other()]) {
    expect(answer?.status ?? 200, JSON.stringify(answer?.body)).toBe(200);
  }
};

/** Pauses it before its last statement, until the transaction ends. */
const stopped = (act: Act, last: Last, email: string) => async (tx: Queries) => {
  await stopWriting(tx, last);
  const answer = act(email);
  await eventually(async () => expect(await countWaiting(server.db)).toBe(1));
  return () => answer;
};
/** The transaction itself adds the address, as the call does. */
const adding = (email: string) => async (tx: Queries) => {
  await addLink(tx, { teacherId: teacher.id, email, name: null, token: makeInvitationToken(email) });
  return () => undefined;
};

describe.each(GIVE)('%s', (_what, give, last) => {
  test('is seen by a teacher who adds the student', async () => {
    const email = newAddress();
    await meanwhile(stopped(give, last, email), () => add(email));
    expect(await listStatuses(server.db, [email])).toEqual(['active']);
  });

  test('sees a teacher who adds the student', async () => {
    const email = newAddress();
    await meanwhile(adding(email), () => give(email));
    expect(await listStatuses(server.db, [email])).toEqual(['active']);
  });

  test.each(WRITE_DOWN)('is seen by %s', async (_other, writeDown) => {
    const email = newAddress();
    await meanwhile(stopped(give, last, email), () => writeDown(email));
    expect(await listStatuses(server.db, [email])).toEqual(['active']);
  });

  test.each(WRITE_DOWN)('sees %s', async (_other, writeDown, lastOfOther) => {
    const email = newAddress();
    await meanwhile(stopped(writeDown, lastOfOther, email), () => give(email));
    expect(await listStatuses(server.db, [email])).toEqual(['active']);
  });
});

test('many at once, in any order, do not deadlock', async () => {
  const emails = Array.from({ length: 8 }, newAddress);
  const [one, other] = [
    await createPerson(server.db, 'teacher', { schoolId }),
    await createPerson(server.db, 'teacher', { schoolId }),
  ];
  const answers = await Promise.all([
    assign(emails),
    ...emails.flatMap((email) => [add(email, one), register(email), add(email, other)]),
    assign(emails.toReversed()),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await listStatuses(server.db, emails)).toEqual(emails.flatMap(() => ['active', 'active', 'active']));
});
