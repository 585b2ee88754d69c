import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RETENTION, type RetentionRule, spanText } from '../domain/retention.ts';
import { openDatabase } from './db/database.ts';
import { UnavailableError } from './errors.ts';
import { tryHousekeeping } from './housekeeping.queries.ts';
import { startHousekeeping } from './housekeeping.ts';
import { deleteExpiredSessions } from './http/session.queries.ts';
import {
  ageUnlinked,
  breakRemovalOfAttempts,
  countRows,
  insertManyLines,
  insertManyWords,
  insertOld,
} from './retention.test.queries.ts';
import { removeExpired } from './retention.ts';
import { inProject } from './root.ts';
import { openDisk } from './storage/open.ts';
import { addressOf, createTestDatabase, type TestDatabase } from './testing/database.ts';
import { eventually } from './testing/evidence.ts';
import { insertTestLink } from './testing/links.queries.ts';
import { createPerson, createSchool } from './testing/people.ts';
import { asAdmin } from './testing/postgres.ts';
import { ADMIN_PASSWORD, startTestServer } from './testing/server.ts';

let store: TestDatabase;
beforeEach(async () => {
  store = await createTestDatabase();
});
afterEach(() => store.drop());

const JUST_OVER = 5;
const JUST_UNDER = -5;

describe('expired data', () => {
  test('is removed, to the day, and nothing else is', async () => {
    const { db } = store;
    const teacher = await createPerson(db, 'teacher');
    const student = await createPerson(db, 'student');
    const other = await createPerson(db, 'teacher');
    for (const minutes of [JUST_OVER, JUST_UNDER]) {
      await insertOld(db, 'audit', { days: RETENTION.audit.days, minutes });
      await insertOld(db, 'feedback', { days: RETENTION.done_feedback.days, minutes });
      await insertOld(db, 'invitation', { days: RETENTION.invitation.days, minutes }, teacher.id);
      await insertOld(db, 'declined', { days: RETENTION.declined_request.days, minutes }, teacher.id);
      await insertOld(db, 'removed', { days: 0, minutes: 60 + minutes }, teacher.id);
      await insertOld(db, 'untickedPaper', { days: RETENTION.removed_attempts.days, minutes }, student.id);
      await insertOld(
        db,
        'removedWord',
        { days: RETENTION.deleted_word.days, minutes },
        teacher.id,
        student.id,
      );
      await insertOld(
        db,
        'unlinkedWord',
        { days: RETENTION.unlinked_word.days, minutes },
        other.id,
        student.id,
      );
      await insertOld(db, 'removedGroup', { days: RETENTION.removed_group.days, minutes }, teacher.id);
      await insertOld(db, 'withdrawnSet', { days: RETENTION.withdrawn_set.days, minutes }, teacher.id);
      await insertOld(db, 'session', { days: 0, minutes }, student.id);
      await insertOld(db, 'sentMail', { days: RETENTION.mail.days, minutes });
      await insertOld(db, 'mailLink', { days: 0, minutes }, student.id);
      await insertOld(db, 'throttle', { days: 0, minutes });
      await insertOld(db, 'network', { days: 0, minutes }, student.id);
    }
    // A page is shared by the day: until yesterday, and until today.
    for (const days of [1, 0]) await insertOld(db, 'sharePage', { days, minutes: 0 }, student.id);
    // However old: somebody still has to read it, a teacher keeps following, papers were set for a group, and a mail is
    // tried again by hand.
    await insertOld(db, 'openFeedback', { days: 5000, minutes: 0 });
    await insertOld(db, 'link', { days: 5000, minutes: 0 }, teacher.id, student.id);
    await insertOld(db, 'word', { days: 5000, minutes: 0 }, teacher.id, student.id);
    await insertOld(db, 'groupWithWork', { days: 5000, minutes: 0 }, teacher.id);
    await insertOld(db, 'retriedMail', { days: 5000, minutes: 0 });
    const linkId = await insertTestLink(db, 'active', {
      teacher: other,
      student: await createPerson(db, 'student'),
    });
    for (const minutes of [JUST_OVER, JUST_UNDER])
      await insertOld(db, 'leftMember', { days: 0, minutes: 60 + minutes }, other.id, linkId);
    await removeExpired(db);
    await deleteExpiredSessions(db);
    // Four sessions are those of the teachers and the students.
    expect(await countRows(db)).toEqual({
      audit: 1,
      done: 1,
      open: 1,
      invitations: 1,
      links: 2,
      removed: 2,
      attempts: 1,
      groups: 4,
      // The one that was set for a group is not withdrawn.
      sets: 2,
      sessions: 5,
      throttles: 1,
      networks: 1,
      mails: 2,
      mailLinks: 1,
      sharePages: 1,
      words: 3,
      members: 1,
    });
  });

  test('does not include old words of two whose link was just removed; they go once that is long ago', async () => {
    const { db } = store;
    const server = await startTestServer({ database: db });
    const schoolId = await createSchool(db);
    const teacher = await createPerson(db, 'teacher', { schoolId });
    const student = await createPerson(db, 'student', { schoolId });
    const add = () =>
      server.call('POST /teachers/students', {
        token: teacher.token,
        json: { email: student.email, name: null },
      });
    const remove = async () => {
      const { students } = (await server.call('GET /teachers/students', { token: teacher.token })).body;
      await server.call(`DELETE /teachers/students/${students[0].id}`, { token: teacher.token });
    };
    await add();
    await insertOld(db, 'word', { days: 5000, minutes: 0 }, teacher.id, student.id);
    await remove();
    await removeExpired(db);
    await ageUnlinked(db, RETENTION.unlinked_word.days - 1);
    // Linked again, and apart again: the days are counted anew.
    await add();
    await removeExpired(db);
    await remove();
    await removeExpired(db);
    await ageUnlinked(db, RETENTION.unlinked_word.days - 1);
    await removeExpired(db);
    expect((await countRows(db)).words).toBe(1);
    await ageUnlinked(db, 1);
    await removeExpired(db);
    expect((await countRows(db)).words).toBe(0);
    await server.stop();
  });

  test('does not include a link whose two people left a common school recently, however old it is', async () => {
    const { db } = store;
    const server = await startTestServer({ database: db });
    const schoolId = await createSchool(db);
    const teacher = await createPerson(db, 'teacher', { schoolId });
    const student = await createPerson(db, 'student', { schoolId });
    await insertOld(db, 'link', { days: 5000, minutes: 0 }, teacher.id, student.id);
    const { id, email, username, role } = student;
    const moveTo = (school_id: number | null) =>
      server.call(`PUT /admin/users/${id}`, {
        admin: ADMIN_PASSWORD,
        json: { email, username, role, school_id },
      });
    await moveTo(null);
    expect(await countRows(db)).toMatchObject({ invitations: 1, links: 0 });
    await removeExpired(db);
    await moveTo(schoolId);
    expect(await countRows(db)).toMatchObject({ invitations: 0, links: 1 });
    await server.stop();
  });

  test('is removed, however much there is', async () => {
    await insertManyLines(store.db, 3500);
    await removeExpired(store.db);
    expect((await countRows(store.db)).audit).toBe(0);
  });

  test('includes the words of two who are linked no more, however many there are', async () => {
    const { db } = store;
    const teacher = await createPerson(db, 'teacher');
    const student = await createPerson(db, 'student');
    await insertManyWords(db, 11_000, teacher.id, student.id);
    await removeExpired(db);
    expect((await countRows(db)).words).toBe(11_000);
    await ageUnlinked(db, RETENTION.unlinked_word.days + 1);
    await removeExpired(db);
    expect((await countRows(db)).words).toBe(0);
  });

  test('is removed although something else cannot be', async () => {
    await breakRemovalOfAttempts(store.db);
    await insertManyLines(store.db, 1);
    await expect(removeExpired(store.db)).rejects.toThrow('forget_removed_attempts');
    expect((await countRows(store.db)).audit).toBe(0);
  });

  test('is left to the next time by a database that takes no change, and that is said once', async () => {
    const name = new URL(addressOf(store.direct)).pathname.slice(1);
    await asAdmin(store.direct, `alter database ${name} set default_transaction_read_only = on`);
    const readOnly = openDatabase(store.direct, () => {});
    await expect(removeExpired(readOnly)).rejects.toThrow(UnavailableError);
    await readOnly.close();
  });

  test('is removed by one server at a time', async () => {
    const { db } = store;
    await insertManyLines(db, 1500);
    await db.transaction(async (tx) => {
      expect(await tryHousekeeping(tx)).toBe(true);
      await removeExpired(db);
      expect((await countRows(db)).audit).toBe(1500);
    });
    await Promise.all([removeExpired(db), removeExpired(db), removeExpired(db)]);
    await removeExpired(db);
    expect((await countRows(db)).audit).toBe(0);
  });

  test('is removed by a server that starts', async () => {
    await insertManyLines(store.db, 1);
    const housekeeping = startHousekeeping(store.db, pino({ level: 'silent' }), {
      storage: openDisk({ dataDir: '/nowhere' }),
      workFolder: '/nowhere',
    });
    await eventually(async () => {
      expect((await countRows(store.db)).audit).toBe(0);
    });
    housekeeping.stop();
  });
});

/** How the line begins that says how long this is kept. */
const LINES: Record<RetentionRule, string> = {
  student_login: 'a login',
  teacher_login: 'a login',
  school_admin_login: 'a login',
  visit: 'a visit of the platform admin',
  known_network: 'a network that somebody logged in from',
  counter: 'counters against guessing',
  school_sign_in: 'an unfinished sign-in',
  sign_in_cookie: 'the cookie for that sign-in',
  reset_link: 'a mailed link',
  confirm_link: 'a mailed link',
  mail: 'a mail,',
  share_page: 'a share page',
  invitation: 'an invitation that nobody answered',
  removed_link: 'a student removed from a teacher',
  declined_request: 'a student removed from a teacher',
  removed_attempts: 'attempts of a paper',
  deleted_word: 'a message about a paper',
  unlinked_word: 'a message about a paper',
  left_group: 'which students were taken out of a group',
  removed_group: 'a group that was removed',
  withdrawn_set: 'set work that was withdrawn',
  done_feedback: 'feedback ',
  audit: 'the audit',
  broken_upload: 'leftovers of an interrupted upload',
  deleted_file: 'the bytes of a file',
};

describe('how long things are kept', () => {
  const read = (...path: string[]) => readFile(inProject(...path), 'utf8');
  const linesOf = async (name: string) => {
    const lines = (await read('docs', name)).split('\n');
    const head = lines.findIndex((line) => /^\| What +\| Kept for/.test(line));
    return lines.slice(head, lines.indexOf('', head));
  };

  test.each(['operations.md', 'processing.md'])('is in docs/%s, for every rule', async (name) => {
    const lines = await linesOf(name);
    for (const [rule, beginning] of Object.entries(LINES)) {
      const line = lines.find((one) => one.startsWith(`| ${beginning}`));
      expect(line, rule).toContain(spanText(RETENTION[rule as RetentionRule]));
    }
  });

  test('is the school’s to say for archived accounts, within what the database takes', async () => {
    const schema = await read('server', 'db', 'schema.sql');
    const usual = /keeps_months smallint not null default (\d+)/.exec(schema)?.[1];
    const [, least, most] = /keeps_months >= (\d+)\) AND \(keeps_months <= (\d+)\)/.exec(schema) ?? [];
    const line = (await linesOf('operations.md')).find((one) =>
      one.startsWith('| an account that its school'),
    );
    expect(line).toContain(`${least} to ${most} months, ${usual} unless changed`);
  });

  test('is in both documents in the same words', async () => {
    expect(await linesOf('processing.md')).toEqual(await linesOf('operations.md'));
  });

  test('is a number of domain/retention.ts wherever the server removes something', async () => {
    for (const file of ['retention.ts', 'housekeeping.queries.ts'])
      expect(await read('server', file)).not.toMatch(/interval '\d|, \d+\)/);
  });
});
