import { describe, expect, it } from 'vitest';
import {
  csv,
  fileOf,
  filesOf,
  oneRoster,
  type RosterTexts,
  schoolDataSync,
  zipOf,
} from '../../../testing/rosters.ts';
import { readRoster } from './read-roster.ts';
import { isRoster, readRosterFiles } from './roster-files.ts';

const read = async (texts: RosterTexts, school?: string) =>
  readRoster(await readRosterFiles(filesOf(texts)), school);

const PEOPLE = [
  { id: 'u1', given: 'Anna', family: 'Müller', email: 'anna@riverside.example' },
  { id: 'u2', given: 'Ben', family: 'Ott' },
  { id: 't1', given: 'Ms', family: 'Okafor', role: 'teacher', email: 'okafor@riverside.example' },
  { id: 'g1', given: 'Eva', family: 'Müller', role: 'guardian' },
  { id: 'a1', given: 'Office', family: 'Lead', role: 'administrator' },
];
const LESSONS = [
  { id: 'c1', title: '12B Maths', course: 'Math AA HL', teachers: ['t1'], students: ['u1', 'u2'] },
  { id: 'c2', title: 'Tutor', teachers: ['t1'], students: ['u1'] },
];
const CONTENT = { people: PEOPLE, lessons: LESSONS };

describe('A roster', () => {
  it.each([
    ['OneRoster 1.1', oneRoster('1.1', CONTENT)],
    ['OneRoster 1.2', oneRoster('1.2', CONTENT)],
  ])('as %s is read as people, classes and enrolments', async (_, texts) => {
    expect(await read(texts)).toEqual({
      schools: [],
      people: [
        {
          sourcedId: 'u1',
          username: 'anna.müller',
          email: 'anna@riverside.example',
          name: 'Anna Müller',
          role: 'student',
          isActive: true,
          file: 'users.csv',
          row: 2,
        },
        {
          sourcedId: 'u2',
          username: 'ben.ott',
          email: null,
          name: 'Ben Ott',
          role: 'student',
          isActive: true,
          file: 'users.csv',
          row: 3,
        },
        {
          sourcedId: 't1',
          username: 'ms.okafor',
          email: 'okafor@riverside.example',
          name: 'Ms Okafor',
          role: 'teacher',
          isActive: true,
          file: 'users.csv',
          row: 4,
        },
      ],
      classes: [
        { sourcedId: 'c1', title: '12B Maths', course: 'Math AA HL', isActive: true },
        // Without a course, its own title says what is taught.
        { sourcedId: 'c2', title: 'Tutor', course: 'Tutor', isActive: true },
      ],
      enrolments: [
        { class: 'c1', person: 't1', role: 'teacher', isActive: true },
        { class: 'c1', person: 'u1', role: 'student', isActive: true },
        { class: 'c1', person: 'u2', role: 'student', isActive: true },
        { class: 'c2', person: 't1', role: 'teacher', isActive: true },
        { class: 'c2', person: 'u1', role: 'student', isActive: true },
      ],
      isDelta: false,
      notes: [
        '2 people are neither a student nor a teacher and not imported. School admins are added by the platform admin.',
      ],
      faults: [],
    });
  });

  it('names the rows whose role nobody knows', async () => {
    const people = [
      ...PEOPLE,
      { id: 'w1', given: 'Mer', family: 'Lin', role: 'wizard' },
      { id: 'w2', given: 'Mor', family: 'Gana', role: 'wizard' },
    ];
    const { notes, people: imported } = await read(oneRoster('1.2', { people }));
    expect(imported).toHaveLength(3);
    expect(notes).toEqual([
      '4 people are neither a student nor a teacher and not imported. School admins are added by the platform admin.',
      'users.csv, row 7 and 1 other: the role “wizard” is not known.',
    ]);
  });

  it('as School Data Sync is read, with the address that is the username', async () => {
    const { people, enrolments, isDelta } = await read(
      schoolDataSync({
        people: [
          { id: '1', given: 'Jack', family: 'Craig' },
          { id: '2', given: 'Pat', family: 'Lee', role: 'professor' },
        ],
        lessons: [{ id: 'x', title: 'Biology 10', course: 'Biology', teachers: ['2'], students: ['1'] }],
      }),
    );
    expect(people.map(({ username, email, name, role }) => ({ username, email, name, role }))).toEqual([
      { username: 'jack.craig', email: 'jack.craig@riverside.example', name: 'Jack Craig', role: 'student' },
      { username: 'pat.lee', email: 'pat.lee@riverside.example', name: 'Pat Lee', role: 'teacher' },
    ]);
    expect(enrolments).toHaveLength(2);
    expect(isDelta).toBe(false);
  });

  it('may be a zip, with or without a mark of UTF-8, in any order of columns', async () => {
    const texts = oneRoster('1.1', CONTENT);
    const wanted = await read(texts);
    expect(readRoster(await readRosterFiles([zipOf(texts)]))).toEqual(wanted);
    const marked = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, `\uFEFF${text}`]));
    expect(await read(marked)).toEqual(wanted);
    const users = csv([
      {
        extra: 'x',
        role: 'student',
        username: 'z',
        familyName: 'Zorn',
        givenName: 'Zoe',
        enabledUser: 'true',
        sourcedId: 'z1',
        orgSourcedIds: 'S1,S9',
      },
    ]);
    expect((await read({ 'users.csv': users })).people).toMatchObject([
      { sourcedId: 'z1', name: 'Zoe Zorn', row: 2 },
    ]);
  });

  it('takes a preferred name, and a username from the address', async () => {
    const users = csv([
      {
        sourcedId: 'p',
        enabledUser: 'true',
        username: '',
        givenName: 'Alexander',
        familyName: 'Gray',
        preferredFirstName: 'Sasha',
        role: 'student',
        email: 'sasha@riverside.example',
      },
    ]);
    expect((await read({ 'users.csv': users })).people).toMatchObject([
      { username: 'sasha', name: 'Sasha Gray' },
    ]);
  });

  it('of several schools is read for the one that is chosen', async () => {
    const texts = oneRoster('1.2', {
      people: [...PEOPLE, { id: 'n1', given: 'Nina', family: 'North', org: 'S2' }],
      lessons: [...LESSONS, { id: 'n', title: 'North class', org: 'S2', teachers: [], students: ['n1'] }],
      schools: { S1: 'Riverside', S2: 'North' },
    });
    const asked = await read(texts);
    expect(asked.schools).toEqual([
      { sourcedId: 'S1', name: 'Riverside' },
      { sourcedId: 'S2', name: 'North' },
    ]);
    expect(asked.people).toEqual([]);
    const north = await read(texts, 'S2');
    expect(north.people.map(({ sourcedId }) => sourcedId)).toEqual(['n1']);
    expect(north.enrolments).toEqual([{ class: 'n', person: 'n1', role: 'student', isActive: true }]);
    expect(north.faults).toEqual([]);
  });

  it('of changes says who and what ended', async () => {
    const roster = await read(
      oneRoster(
        '1.1',
        {
          people: [
            { id: 'u1', given: 'Anna', family: 'Müller', status: 'active' },
            { id: 'u2', given: 'Ben', family: 'Ott', status: 'tobedeleted' },
          ],
          // Of a class and a teacher whom an earlier roster had.
          lessons: [],
        },
        'delta',
      ),
    );
    expect(roster.isDelta).toBe(true);
    expect(roster.people.map(({ sourcedId, isActive }) => [sourcedId, isActive])).toEqual([
      ['u1', true],
      ['u2', false],
    ]);
    const enrolments = csv([
      { sourcedId: 'e', status: 'tobedeleted', classSourcedId: 'c7', userSourcedId: 't7', role: 'teacher' },
    ]);
    const more = await read({
      'users.csv': csv([], ['sourcedId', 'username', 'status']),
      'enrollments.csv': enrolments,
    });
    expect(more).toMatchObject({
      isDelta: true,
      enrolments: [{ class: 'c7', person: 't7', role: 'teacher', isActive: false }],
      faults: [],
    });
  });

  it('does not count somebody as active whose account is off', async () => {
    const { people } = await read(
      oneRoster('1.1', { people: [{ id: 'u', given: 'A', family: 'B', enabled: 'false' }] }),
    );
    expect(people).toMatchObject([{ isActive: false }]);
  });

  it('gives classes of one title names that differ, none too long for a group', async () => {
    const lesson = { teachers: [], students: [] };
    const { classes } = await read(
      oneRoster('1.1', {
        people: PEOPLE,
        lessons: [
          { id: '1', title: 'Physics HL', ...lesson },
          { id: '2', title: 'physics hl', ...lesson },
          { id: '3', title: 'Physics HL', code: 'PHY-B', ...lesson },
          { id: '4', title: 'x'.repeat(80), ...lesson },
          { id: '5', title: 'x'.repeat(80), ...lesson },
        ],
      }),
    );
    const titles = classes.map(({ title }) => title);
    expect(titles.slice(0, 3)).toEqual(['Physics HL', 'physics hl 2', 'Physics HL PHY-B']);
    expect(titles.slice(3).map((title) => title.length)).toEqual([60, 60]);
    expect(new Set(titles).size).toBe(5);
  });

  it('names faults by file and row', async () => {
    const texts = oneRoster('1.1', { people: [...PEOPLE, PEOPLE[0]!, { id: '', given: 'X', family: 'Y' }] });
    const enrolments = csv([
      { classSourcedId: 'c9', userSourcedId: 'u1', role: 'student' },
      { classSourcedId: 'c1', userSourcedId: 'u99', role: 'student' },
    ]);
    const classes = csv([
      { sourcedId: 'c1', title: 'Maths' },
      { sourcedId: 'c1', title: 'Maths again' },
      { sourcedId: 'c3', title: '' },
      { sourcedId: 'c4', title: 'Ma\u202eths' },
      { sourcedId: 'c'.repeat(256), title: 'Long' },
    ]);
    const { faults } = await read({ ...texts, 'classes.csv': classes, 'enrollments.csv': enrolments });
    expect(faults).toEqual([
      { file: 'users.csv', row: 7, text: 'This sourcedId is also in row 2.' },
      { file: 'users.csv', row: 8, text: 'There is no sourcedId.' },
      { file: 'classes.csv', row: 3, text: 'This sourcedId is also in row 2.' },
      { file: 'classes.csv', row: 4, text: 'There is no title.' },
      { file: 'classes.csv', row: 5, text: 'Text direction characters are not allowed.' },
      { file: 'classes.csv', row: 6, text: 'The sourcedId is longer than 255 characters.' },
      { file: 'enrollments.csv', row: 2, text: 'There is no class c9 in classes.csv.' },
      { file: 'enrollments.csv', row: 3, text: 'There is no person u99 in users.csv.' },
    ]);
  });
});

describe('Files that are no roster are refused in words:', () => {
  const texts = oneRoster('1.1', CONTENT);
  const users = texts['users.csv'] ?? '';
  const wide = new Uint8Array(Buffer.from(`\uFEFF${users}`, 'utf16le'));
  const wideWithoutMark = new Uint8Array(Buffer.from(users, 'utf16le'));
  const old = new Uint8Array(Buffer.from(users, 'latin1'));
  it.each([
    [
      'no users',
      [fileOf('orgs.csv', 'sourcedId,name,type'), fileOf('classes.csv', 'sourcedId,title')],
      'There is no users.csv',
    ],
    [
      'missing columns',
      filesOf({ 'users.csv': 'sourcedId,givenName\r\n', 'classes.csv': 'title\r\n' }),
      'users.csv lacks the columns username, role. classes.csv lacks the column sourcedId.',
    ],
    [
      'enrolments without classes',
      filesOf({ 'users.csv': users, 'enrollments.csv': 'classSourcedId,userSourcedId,role\r\n' }),
      'There is no classes.csv',
    ],
    [
      'UTF-16',
      [fileOf('users.csv', wide), fileOf('orgs.csv', '')],
      'users.csv is written in UTF-16. Save it as UTF-8.',
    ],
    [
      'UTF-16 without a mark',
      [fileOf('users.csv', wideWithoutMark), fileOf('orgs.csv', '')],
      'users.csv is written in UTF-16. Save it as UTF-8.',
    ],
    ['Latin-1', [zipOf({ 'users.csv': old })], 'users.csv is not written in UTF-8. Save it as UTF-8.'],
    [
      'a zip by another name',
      [fileOf('users.csv', new Uint8Array([0x50, 0x4b, 3, 4, 20])), fileOf('orgs.csv', '')],
      'users.csv is a zip',
    ],
    [
      'an open quote',
      filesOf({ 'users.csv': `${users}"open`, 'orgs.csv': '' }),
      'users.csv: A quotation mark in line 7 is not closed.',
    ],
    [
      'too many rows',
      filesOf({ 'users.csv': `sourcedId,username\r\n${'1,a\r\n'.repeat(20_001)}`, 'orgs.csv': '' }),
      'users.csv has more than 20,000 rows.',
    ],
    [
      'too many enrolments',
      filesOf({ 'enrollments.csv': `classSourcedId\r\n${'1\r\n'.repeat(40_001)}`, 'orgs.csv': '' }),
      'enrollments.csv has more than 40,000 rows.',
    ],
    [
      'OneRoster 1.0',
      filesOf({ ...texts, 'manifest.csv': 'propertyName,value\r\noneroster.version,1.0\r\n' }),
      'This is OneRoster 1.0. Export version 1.1 or 1.2.',
    ],
    ['two zips', [zipOf(texts), zipOf(texts)], 'Choose one zip'],
  ])('%s', async (_, files, words) => {
    await expect(readRosterFiles(files).then((tables) => readRoster(tables))).rejects.toThrow(words);
  });

  it('one list of users is not taken for a roster', () => {
    expect(isRoster([fileOf('users.csv', '')])).toBe(false);
    expect(isRoster([zipOf({})])).toBe(true);
    expect(isRoster(filesOf({ 'users.csv': '', 'classes.csv': '' }))).toBe(true);
  });
});
