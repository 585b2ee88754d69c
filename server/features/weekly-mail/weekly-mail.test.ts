import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayAfter, earliestDay } from '../../../domain/days.ts';
import { readSettings } from '../../config.ts';
import { openDatabase } from '../../db/database.ts';
import { openSession } from '../../http/session.ts';
import { createSender } from '../../mail/sender.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { insertTestLink } from '../../testing/links.queries.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { PATIENT } from '../../testing/postgres.ts';
import { ADMIN_PASSWORD, startTestServer, type TestServer, WITH_MAIL } from '../../testing/server.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { tickPaper } from '../../testing/ticks.ts';
import { setDueOn } from '../set-work/set-work.test.queries.ts';
import { ageLink } from '../teachers/attention.test.queries.ts';
import { queueWeeklyMails } from './queue-weekly-mails.ts';
import { findDue } from './weekly-mail.queries.ts';
import {
  doubtAddress,
  listChoices,
  listWeeklyMails,
  moveAddress,
  setTime,
  spoilSeal,
  spoilZone,
} from './weekly-mail.test.queries.ts';

/** The weekly mail on a database whose clock the test sets, through a real mail server. */

let store: TestDatabase;
let smtp: TestSmtp;
let server: TestServer;
let schoolId: number;
const log = pino({ level: 'silent' });

const mailSettings = () => {
  const { mail } = readSettings({ ...WITH_MAIL, SMTP_URL: smtp.url, PUBLIC_URL: 'https://tickmark.example' });
  if (!mail) throw new Error('Mail is off.');
  return mail;
};

beforeEach(async () => {
  store = await createTestDatabase({ stoppedClock: true });
  smtp = await startSmtp();
  server = await startTestServer({ database: store.db, environment: WITH_MAIL });
  schoolId = await createSchool(store.db);
  await setTime(store.db, WEDNESDAY);
});
afterEach(async () => {
  await server.stop();
  await smtp.stop();
  await store.drop();
});

const WEDNESDAY = '2026-11-18T12:00:00Z';
const MONDAY = '2026-11-23T07:00:00Z';
const MONDAYS = { is_on: true, weekday: 1, time_zone: 'UTC' };

/** Some calls ask for another day than the database's: the schemas have the machine's own clock. */
const call = async ({ id, role }: Pick<Person, 'id' | 'role'>, address: string, json?: unknown) =>
  server.call(address, { token: await openSession(store.db, { id, role }), json });
const ok = async (person: Person, address: string, json?: unknown) => {
  const { status, body } = await call(person, address, json);
  expect({ address, status, body: status < 300 || body }).toEqual({ address, status, body: true });
  return body;
};
const turnOn = (person: Person, choice: Record<string, unknown> = {}) =>
  ok(person, 'PUT /users/me/weekly-mail', { ...MONDAYS, ...choice });
const queueAll = (db = store.db) => queueWeeklyMails(db, mailSettings(), { log });
const at = async (time: string) => {
  await setTime(store.db, time);
  await queueAll();
  return listWeeklyMails(store.db);
};

const createTeacher = async () => {
  const teacher = await createPerson(store.db, 'teacher', { schoolId, isConfirmed: true });
  await ok(teacher, 'POST /teachers/subjects', { subjects: ['math_aa_hl'] });
  return teacher;
};
/** Who has done nothing for a month, and so needs attention. */
const createIdle = async (teacher: Person, name: string | null = null) => {
  const student = await createPerson(store.db, 'student', { schoolId, isConfirmed: true });
  await ok(student, 'POST /subjects', { subjects: ['math_aa_hl'] });
  const link = await insertTestLink(store.db, 'active', { teacher, student });
  if (name) await ok(teacher, `PUT /teachers/students/${link}`, { name });
  await ageLink(store.db, link, 30);
  return { ...student, link };
};
/** With something to say, on Mondays. */
const createReader = async (choice: Record<string, unknown> = {}) => {
  const teacher = await createTeacher();
  await createIdle(teacher, 'Anna Muller');
  await turnOn(teacher, choice);
  return teacher;
};
const setWork = (teacher: Person, links: readonly number[], due_on: string, papers = 2) =>
  ok(teacher, 'POST /teachers/sets', {
    id: randomUUID(),
    subject_id: 'math_aa_hl',
    papers: Array.from({ length: papers }, (_, n) => ({
      year: 2021 + n,
      session: 'November',
      paper: 'paper2',
      timezone: null,
    })),
    audience: 'chosen',
    group_id: null,
    student_ids: links,
    due_on,
    line: null,
  });
const send = async (count: number) => {
  const sender = createSender(store.db, log, mailSettings(), { lookEveryMs: 20 });
  sender.start();
  await vi.waitFor(() => expect(smtp.received).toHaveLength(count), { timeout: 60_000 });
  await sender.stop();
  return smtp.received;
};

describe('it is off', () => {
  test('until somebody turns it on, and says when the next comes', async () => {
    const teacher = await createTeacher();
    const off = { is_on: false, weekday: 1, time_zone: null, next_on: null };
    expect(await ok(teacher, 'GET /users/me/weekly-mail')).toEqual(off);
    const on = { ...off, is_on: true, time_zone: 'Pacific/Kiritimati', next_on: '2026-11-23' };
    expect(await turnOn(teacher, { time_zone: 'Pacific/Kiritimati' })).toEqual(on);
    expect(await listChoices(store.db, teacher.id)).toMatchObject([{ next_at: '2026-11-22T17:00:00.000Z' }]);
    expect(await turnOn(teacher, { is_on: false })).toMatchObject({ is_on: false, next_on: null });
    expect(await at(MONDAY)).toEqual([]);
  });

  test('without a proved address, with another than it was turned on for, and where mail is off', async () => {
    const unproved = await createPerson(store.db, 'student');
    expect(await call(unproved, 'PUT /users/me/weekly-mail', MONDAYS)).toMatchObject({
      status: 409,
      body: { detail: 'Confirm your address first.' },
    });
    const [moved, doubted] = [await createReader(), await createReader()];
    await moveAddress(store.db, moved.id, 'another@example.org');
    await doubtAddress(store.db, doubted.id);
    for (const person of [moved, doubted])
      expect(await ok(person, 'GET /users/me/weekly-mail')).toMatchObject({ is_on: false, next_on: null });
    expect(await at(MONDAY)).toEqual([]);

    // Nor does it go on by itself once the account has the old address again.
    await turnOn(moved);
    await moveAddress(store.db, moved.id, 'third@example.org');
    await moveAddress(store.db, moved.id, 'another@example.org');
    expect(await ok(moved, 'GET /users/me/weekly-mail')).toMatchObject({ is_on: false, next_on: null });
    expect(await at('2026-11-30T07:00:00Z')).toEqual([]);

    const without = await startTestServer({ database: store.db });
    const { token } = { token: await openSession(store.db, moved) };
    const get = await without.call('GET /users/me/weekly-mail', { token });
    expect(get.body).toMatchObject({ is_on: false, next_on: null });
    const put = await without.call('PUT /users/me/weekly-mail', { token, json: MONDAYS });
    expect(put).toMatchObject({ status: 409, body: { detail: 'Mail is off here.' } });
    await without.stop();
  });

  test('once the account is gone, or has another role', async () => {
    const gone = await createReader();
    await ok(gone, 'DELETE /users/me', { confirmation: gone.username, password: PASSWORD });
    expect(await listChoices(store.db, gone.id)).toEqual([]);
    expect(await at(MONDAY)).toEqual([]);
  });

  test('while the account is archived, and goes on when it is back', async () => {
    const { id } = await createReader();
    const json = { user_ids: [id] };
    const school = `/admin/schools/${schoolId}`;
    await server.call(`POST ${school}/archive`, { admin: ADMIN_PASSWORD, json });
    expect(await at(MONDAY)).toEqual([]);
    await server.call(`POST ${school}/archive/undo`, { admin: ADMIN_PASSWORD, json });
    expect(await listChoices(store.db, id)).toMatchObject([{ next_at: '2026-11-30T07:00:00.000Z' }]);
  });

  test.each([
    [{ weekday: 0 }, /weekday/],
    [{ weekday: 8 }, /weekday/],
    [{ weekday: 1.5 }, /weekday/],
    [{ weekday: '1' }, /weekday/],
    [{ time_zone: 'Europe/Atlantis' }, 'Unknown time zone.'],
    [{ time_zone: '' }, 'Unknown time zone.'],
    [{ time_zone: 'x'.repeat(65) }, 'time_zone: Must be at most 64 characters.'],
    [{ time_zone: null }, /time_zone/],
    [{ is_on: 'yes' }, /is_on/],
    [{ email: 'somebody@example.org' }, 'Unknown field: email'],
  ])('and %j is refused', async (change, detail) => {
    const teacher = await createTeacher();
    const { status, body } = await call(teacher, 'PUT /users/me/weekly-mail', { ...MONDAYS, ...change });
    expect(status).toBe(422);
    expect(body.detail).toMatch(detail);
  });
});

describe('it is written', () => {
  test.each([
    ['UTC', '2026-11-23T07:00:00Z', '2026-11-23'],
    ['Pacific/Kiritimati', '2026-11-22T17:00:00Z', '2026-11-23'],
    ['Pacific/Honolulu', '2026-11-23T17:00:00Z', '2026-11-23'],
  ])('from seven in the morning in %s, once, and is worth sending until midnight', async (zone, due, day) => {
    const { id, email } = await createReader({ time_zone: zone });
    const before = new Date(Date.parse(due) - 1000).toISOString();
    expect(await at(before)).toEqual([]);
    const mails = await at(due);
    expect(mails).toMatchObject([{ cause: `weekly:${id}:${day}`, recipient: email, minutes: 17 * 60 }]);
    expect(await at(new Date(Date.parse(due) + 3_600_000).toISOString())).toHaveLength(1);
    expect(await at(new Date(Date.parse(due) + 7 * 86_400_000).toISOString())).toHaveLength(2);
  });

  test('later the same day when no server ran in the morning, and never the day after', async () => {
    await createReader();
    expect(await at('2026-11-23T23:30:00Z')).toMatchObject([{ minutes: 30 }]);
    expect(await at('2026-12-01T00:00:30Z')).toHaveLength(1);
    expect(await at('2026-12-07T07:00:00Z')).toHaveLength(2);
  });

  test('at seven also on the day on which the clocks change', async () => {
    await createReader({ weekday: 7, time_zone: 'Europe/Berlin' });
    await at('2027-03-21T06:00:00Z');
    expect(await at('2027-03-28T04:59:00Z')).toHaveLength(1);
    expect(await at('2027-03-28T05:00:00Z')).toHaveLength(2);
  });

  test('once, though somebody lives the day twice', async () => {
    const teacher = await createReader({ time_zone: 'Pacific/Kiritimati' });
    expect(await at('2026-11-22T17:00:00Z')).toHaveLength(1);
    await turnOn(teacher, { time_zone: 'Pacific/Honolulu' });
    expect(await at('2026-11-23T17:00:00Z')).toHaveLength(1);
  });

  test('once, however many servers do it', async () => {
    const people = [];
    for (let n = 0; n < 12; n += 1) people.push(await createReader());
    await setTime(store.db, MONDAY);
    const others = [1, 2, 3].map(() => openDatabase(store.connection, () => {}, 3, PATIENT));
    await Promise.all([store.db, ...others].map(queueAll));
    expect((await listWeeklyMails(store.db)).map(({ cause }) => cause).toSorted()).toEqual(
      people.map(({ id }) => `weekly:${id}:2026-11-23`).toSorted(),
    );
    for (const other of others) await other.close();
  });

  test('for the others when one cannot be written, and for that one an hour later', async () => {
    const [spoiled, fine] = [await createReader(), await createReader()];
    await spoilZone(store.db, spoiled.id);
    expect(await at(MONDAY)).toMatchObject([{ cause: `weekly:${fine.id}:2026-11-23` }]);
    await turnOn(spoiled);
    const [choice] = await listChoices(store.db, spoiled.id);
    expect(choice?.next_at).toBe('2026-11-30T07:00:00.000Z');
  });

  test('for whoever is first by then, when another one cannot be written', async () => {
    const [first, spoiled] = [await createReader(), await createReader()];
    await spoilZone(store.db, spoiled.id);
    await setTime(store.db, MONDAY);
    // Another server has the first until ours has failed with the second, and then leaves it.
    let leave = () => {};
    let other: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve) => {
      other = store.db.transaction(async (tx) => {
        await findDue(tx);
        const left = new Promise<void>((go) => {
          leave = go;
        });
        resolve();
        await left;
      });
    });
    await queueAll({
      ...store.db,
      transaction: (work) =>
        store.db.transaction(work).catch(async (error: unknown) => {
          leave();
          await other;
          throw error;
        }),
    });
    expect(await listWeeklyMails(store.db)).toMatchObject([{ cause: `weekly:${first.id}:2026-11-23` }]);
  });

  test('only when there is something to say', async () => {
    const teacher = await createTeacher();
    const student = await createPerson(store.db, 'student', { schoolId, isConfirmed: true });
    for (const person of [teacher, student]) await turnOn(person);
    expect(await at(MONDAY)).toEqual([]);
  });
});

describe('it says', () => {
  const SEVENTEEN_HOURS_MS = 17 * 3_600_000;
  /**
   * The schemas of other calls go by the machine's clock, which the mail's day has to be near: it is sent at the next
   * seven o'clock.
   */
  const beNow = async () => {
    const now = Date.now();
    await setTime(store.db, new Date(now).toISOString());
    return { day: earliestDay(now), weekday: new Date(now + SEVENTEEN_HOURS_MS).getUTCDay() || 7 };
  };

  /** As a number of its own: random characters and the number of a person's name may happen to spell a score. */
  const scoresIn = (text: string, scores: readonly number[]) =>
    scores.filter((score) =>
      new RegExp(`(?<![\\w-])${score}(?![\\w-])`).test(text.replaceAll(/token=\S+/g, '')),
    );

  test('a teacher who needs attention and what is due, with names and counts, and never a score', async () => {
    const { day, weekday } = await beNow();
    const teacher = await createTeacher();
    const [zoe, finn, kim, aside] = [
      await createIdle(teacher, 'Zoë <b>Adams</b>'),
      await createIdle(teacher, 'Finn Lindqvist'),
      await createIdle(teacher, 'Kim Long-Ago'),
      await createIdle(teacher, 'Otto Set-Aside'),
    ];
    await ok(teacher, `PUT /teachers/students/${aside.link}/set-aside`, { is_set_aside: true });
    for (const [n, score] of [83, 83, 83, 41, 41, 41].entries())
      await tickPaper(server, finn, { year: 2014 + n, session: 'November', score });
    await tickPaper(server, kim, { done_on: dayAfter(day, -20) });
    await setWork(teacher, [zoe.link, finn.link], dayAfter(day, 3));
    const { id } = await setWork(teacher, [zoe.link], dayAfter(day, 3));
    await setDueOn(store.db, id, dayAfter(day, -4));
    await tickPaper(server, finn, { year: 2021, session: 'November', paper: 'paper2', score: 87 });
    await turnOn(teacher, { weekday, time_zone: 'UTC' });
    const [choice] = await listChoices(store.db, teacher.id);
    await setTime(store.db, choice?.next_at ?? '');
    await queueAll();
    const [mail] = await send(1);
    expect(mail?.subject).toBe('Your students this week');
    const text = mail?.text ?? '';
    expect(text).toMatch(/^Hello .+\./);
    expect(text).toContain('Needs a look\n- Finn Lindqvist\n');
    expect(text).toMatch(/Set work overdue\n- Zoë <b>Adams<\/b>: 2 papers since \w+ \d+ \w+\n/);
    expect(text).toMatch(
      /Nothing done for 14 days\n- Kim Long-Ago: 2[12] days\n- Zoë <b>Adams<\/b>: nothing yet\n/,
    );
    expect(text).toMatch(/Due this week\n- 2 papers in Mathematics: .+ HL for \w+ \d+ \w+, 1 of 4 done\n/);
    expect(text).toContain('Open Tickmark:\nhttps://tickmark.example/teachers\n');
    expect(mail?.html).toContain('Zoë &lt;b&gt;Adams&lt;/b&gt;');
    expect(scoresIn(text, [83, 41, 87, 42])).toEqual([]);
    for (const secret of ['Otto Set-Aside', aside.email, zoe.email, finn.email])
      expect(text).not.toContain(secret);
  });

  test('the part of the address before the @ of whom the teacher gave no name', async () => {
    const teacher = await createTeacher();
    const { email } = await createIdle(teacher);
    await turnOn(teacher);
    const text = JSON.stringify((await at(MONDAY))[0]?.payload);
    expect(text).toContain(`["${email.split('@')[0]}: nothing yet"]`);
    expect(text).not.toContain(email);
  });

  test('a student what is set, and how many papers are left', async () => {
    const { day, weekday } = await beNow();
    const teacher = await createTeacher();
    const student = await createIdle(teacher);
    await ok(student, 'PUT /users/me/preferences', {
      year_ranges: { math_aa_hl: { startYear: 2023, endYear: 2023 } },
      timezone_overrides: { math_aa_hl: { paper1: false, paper2: false, paper3: false } },
      sits: 'both',
      papers: 'all',
      pace: { session: `May ${new Date().getUTCFullYear() + 1}` },
    });
    await setWork(teacher, [student.link], dayAfter(day, 3));
    const { id } = await setWork(teacher, [student.link], dayAfter(day, 3));
    await setDueOn(store.db, id, dayAfter(day, -4));
    await tickPaper(server, student, { year: 2021, session: 'November', paper: 'paper2', score: 87 });
    await turnOn(student, { weekday });
    const [choice] = await listChoices(store.db, student.id);
    await setTime(store.db, choice?.next_at ?? '');
    await queueAll();
    const [mail] = await send(1);
    expect(mail?.subject).toBe('Your papers this week');
    const text = mail?.text ?? '';
    expect(text).toMatch(
      new RegExp(
        [
          'Set for you',
          `- 1 paper in Mathematics: .+ HL, was due \\w+ \\d+ \\w+, set by ${teacher.username}`,
          `- 1 paper in Mathematics: .+ HL for \\w+ \\d+ \\w+, set by ${teacher.username}\n`,
        ].join('\n'),
      ),
    );
    expect(text).toMatch(/Until your exams\n- 6 papers left, \d+ weeks: about 1 every \d+ weeks?\.\n/);
    expect(scoresIn(text, [87])).toEqual([]);
  });
});

describe('one click', () => {
  const mailTo = async () => {
    const teacher = await createReader();
    await at(MONDAY);
    const [mail] = await send(1);
    const header = (key: string) => mail?.headers.find((one) => one.key === key)?.value ?? '';
    return { teacher, text: mail?.text ?? '', header };
  };
  const pathOf = (url: string) => url.replace('https://tickmark.example/api', '');
  const isOn = async (person: Person) => (await ok(person, 'GET /users/me/weekly-mail')).is_on;

  test('by the mail program ends it, as RFC 8058 has it, without a login, and looking at it changes nothing', async () => {
    const { teacher, header, text } = await mailTo();
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const [, url = ''] =
      /^<(https:\/\/tickmark\.example\/api\/weekly-mail\/end\?token=[\w-]{43})>$/.exec(
        header('list-unsubscribe'),
      ) ?? [];
    const token = url.split('token=')[1] ?? '';
    expect(text).toContain(`Stop the weekly mail:\nhttps://tickmark.example/weekly-mail#token=${token}\n`);
    const looked = await fetch(`${server.url}/api${pathOf(url)}`, { redirect: 'manual' });
    expect([looked.status, looked.headers.get('location')]).toEqual([302, `/weekly-mail#token=${token}`]);
    expect(await isOn(teacher)).toBe(true);
    const answer = await server.call(`POST ${pathOf(url)}`, { form: { 'List-Unsubscribe': 'One-Click' } });
    expect(answer).toMatchObject({ status: 204, body: undefined });
    expect(await isOn(teacher)).toBe(false);
    expect(await at('2026-11-30T07:00:00Z')).toHaveLength(1);
    // The link of an old mail ends it once more.
    await turnOn(teacher);
    expect(await isOn(teacher)).toBe(true);
    const parts = new FormData();
    parts.append('List-Unsubscribe', 'One-Click');
    expect((await server.call(`POST ${pathOf(url)}`, { raw: { body: parts } })).status).toBe(204);
    expect(await isOn(teacher)).toBe(false);
    expect(server.logged()).not.toContain(token);
  });

  test('with an unknown link is answered alike, and ends nobody’s', async () => {
    const teacher = await createReader();
    for (const token of ['x'.repeat(43), 'x', '%00', String(teacher.id)])
      expect((await server.call(`POST /weekly-mail/end?token=${token}`)).status).toBe(204);
    for (const query of ['', '?token=', `?token=${'x'.repeat(513)}`, '?token=a&token=b', '?token=a&user=1'])
      expect([400, 422]).toContain((await server.call(`POST /weekly-mail/end${query}`)).status);
    expect(await isOn(teacher)).toBe(true);
  });

  test('still ends it after a restore elsewhere: the next mail has a link of its own', async () => {
    const teacher = await createReader();
    await spoilSeal(store.db, teacher.id);
    const [mail] = await at(MONDAY);
    const payload = mail?.payload as { one_click_url: string } | undefined;
    expect((await server.call(`POST ${pathOf(payload?.one_click_url ?? '')}`)).status).toBe(204);
    expect(await isOn(teacher)).toBe(false);
  });

  test('is tried only so often from one network', async () => {
    const limited = await startTestServer({ database: store.db, environment: { RATE_LIMIT: 'on' } });
    const guess = async () => (await limited.call('POST /weekly-mail/end?token=x')).status;
    const statuses: number[] = [];
    for (let round = 0; round < 52 && !statuses.includes(429); round += 1) {
      statuses.push(...(await Promise.all(Array.from({ length: 20 }, guess))));
      await delay(0);
    }
    expect(statuses[0]).toBe(204);
    expect(statuses).toContain(429);
    await limited.stop();
  });
});

test('a mail that failed is not tried again by hand: it is old news', async () => {
  await createReader();
  await at(MONDAY);
  smtp.behave({ refuses: 'recipient', code: 550, words: 'No' });
  const sender = createSender(store.db, log, mailSettings(), { lookEveryMs: 20 });
  sender.start();
  await vi.waitFor(async () => expect((await listWeeklyMails(store.db))[0]?.payload).toBeNull(), {
    timeout: 60_000,
  });
  await sender.stop();
});
