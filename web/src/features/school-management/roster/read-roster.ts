import { GROUP_NAME_MAX } from '../../../../../domain/groups.ts';
import { COURSE_TITLE_MAX, SOURCED_ID_MAX } from '../../../../../domain/school.ts';
import { storedTextProblem } from '../../../../../domain/text.ts';
import { counted } from '../../../format/counted.ts';
import { UnreadableText } from '../../../format/parse-table.ts';
import type { Enrolment, Roster, RosterClass, RosterFault, RosterPerson, RosterSchool } from './roster.ts';
import type { RosterFile, RosterTable, RosterTables } from './roster-files.ts';

/** Rows are numbered from a file's head, which is the first. */
type Line = RosterTable['lines'][number];

const NO_LINES: readonly Line[] = [];
const linesOf = (table: RosterTable | undefined) => table?.lines ?? NO_LINES;

/** Names of the same two roles, as different systems write them. */
const STUDENT = ['student', 'learner'];
const TEACHER = ['teacher', 'faculty', 'professor', 'instructor', 'adjunct', 'lecturer'];
const roleNamed = (text: string): 'student' | 'teacher' | undefined => {
  const word = text.toLowerCase();
  if (STUDENT.includes(word)) return 'student';
  return TEACHER.includes(word) ? 'teacher' : undefined;
};

/** Roles of the standards whose people have no account here. `ext:` begins a system's own. */
const OTHERS =
  /^(ext:.*|admin|administrator|aide|guardian|parent|relative|proctor|counselor|principal|(district|site|system)administrator|staff|support|paraprofessional|other|alumni|none)$/;
const isKnownRole = (text: string) => roleNamed(text) !== undefined || OTHERS.test(text.toLowerCase());

/**
 * Reads OneRoster 1.1 and 1.2, in which 1.2 tells people's roles in a file of their own, and Microsoft's School Data Sync,
 * which has most of the columns of 1.2. `school` is the one that was chosen where there are several.
 */
export function readRoster(tables: RosterTables, school?: string): Roster {
  const { users } = tables;
  const isDelta = readManifest(tables);
  // Changes may be of classes alone.
  if (!users && !isDelta) throw new UnreadableText('There is no users.csv among the files.');
  refuseMissingColumns(tables, isDelta);

  const schools = readSchools(tables.orgs);
  const chosen = schools.find(({ sourcedId }) => sourcedId === school)?.sourcedId;
  if (schools.length > 1 && chosen === undefined)
    return { schools, people: [], classes: [], enrolments: [], isDelta, notes: [], faults: [] };

  const faults: RosterFault[] = [];
  const { people, others, unknown } = readPeople(tables, { school: chosen, isDelta, faults });
  const classes = readClasses(tables, { school: chosen, faults });
  const enrolments = readEnrolments(tables, { isDelta, people, classes, faults });
  const notes = [];
  if (others > 0)
    notes.push(
      `${counted(others, 'person is', 'people are')} neither a student nor a teacher and not imported. School admins are added by the platform admin.`,
    );
  for (const [role, rows] of unknown) notes.push(unknownWords(role, rows));
  return { schools: schools.length > 1 ? schools : [], people, classes, enrolments, isDelta, notes, faults };
}

/** 'users.csv, row 7 and 2 others: the role “wizard” is not known.' */
function unknownWords(role: string, [first, ...rest]: readonly number[]): string {
  const more = rest.length === 0 ? '' : ` and ${counted(rest.length, 'other')}`;
  return `users.csv, row ${first}${more}: the role “${role}” is not known.`;
}

/** Whether the files hold changes only. Without a manifest, changes are known by their status. */
function readManifest({ manifest, users, enrollments }: RosterTables): boolean {
  const properties = new Map(
    linesOf(manifest).map(({ cell }) => [cell('propertyName').toLowerCase(), cell('value').toLowerCase()]),
  );
  const version = properties.get('oneroster.version');
  if (version !== undefined && !/^(v?1\.[12])(\.\d+)?$/.test(version))
    throw new UnreadableText(`This is OneRoster ${version}. Export version 1.1 or 1.2.`);
  if (manifest) return [...properties].some(([name, value]) => name.startsWith('file.') && value === 'delta');
  return [users, enrollments].some((table) => linesOf(table).some(({ cell }) => cell('status') !== ''));
}

/** Columns without which a file says nothing. School Data Sync, whose users have no `enabledUser`, asks for fewer. */
function refuseMissingColumns(tables: RosterTables, isDelta: boolean): void {
  const { manifest, users, roles, classes, enrollments } = tables;
  const isOneRoster = manifest !== undefined || (users?.columns.includes('enableduser') ?? false);
  const needed: Partial<Record<RosterFile, string[]>> = {
    orgs: ['sourcedId', 'name', 'type'],
    users: [
      'sourcedId',
      'username',
      ...(isOneRoster ? ['enabledUser', 'givenName', 'familyName'] : []),
      ...(roles || isDelta ? [] : ['role']),
    ],
    roles: ['userSourcedId', 'role', 'orgSourcedId'],
    courses: ['sourcedId', 'title'],
    classes: ['sourcedId', 'title'],
    enrollments: ['classSourcedId', 'userSourcedId', 'role'],
  };
  const missing = Object.entries(needed).flatMap(([file, columns]) => {
    const table = tables[file as RosterFile];
    if (!table) return [];
    const absent = columns.filter((column) => !table.columns.includes(column.toLowerCase()));
    const word = absent.length === 1 ? 'column' : 'columns';
    return absent.length === 0 ? [] : [`${table.name} lacks the ${word} ${absent.join(', ')}.`];
  });
  if (enrollments && !classes && !isDelta) missing.push('There is no classes.csv among the files.');
  if (missing.length > 0) throw new UnreadableText(missing.join(' '));
}

function readSchools(orgs: RosterTable | undefined): RosterSchool[] {
  return linesOf(orgs).flatMap(({ cell }) =>
    cell('type').toLowerCase() === 'school' && isNotEnded(cell('status'))
      ? [{ sourcedId: cell('sourcedId'), name: cell('name') }]
      : [],
  );
}

const isNotEnded = (status: string) => status.toLowerCase() !== 'tobedeleted';

type Reading = { school: string | undefined; faults: RosterFault[] };

/** Lists are commas within quotes. */
const listIn = (cell: string) => cell.split(',').map((part) => part.trim());

function readPeople(
  { users, roles }: RosterTables,
  { school, isDelta, faults }: Reading & { isDelta: boolean },
): { people: RosterPerson[]; others: number; unknown: Map<string, number[]> } {
  const roleLines = new Map<string, Line[]>();
  for (const line of linesOf(roles)) {
    const id = line.cell('userSourcedId');
    const before = roleLines.get(id);
    if (before) before.push(line);
    else roleLines.set(id, [line]);
  }
  const people: RosterPerson[] = [];
  const rows = new Map<string, number>();
  let others = 0;
  const unknown = new Map<string, number[]>();
  for (const line of linesOf(users)) {
    const { row, cell } = line;
    const sourcedId = cell('sourcedId');
    const fault = (text: string) => faults.push({ file: 'users.csv', row, text });
    const before = rows.get(sourcedId);
    if (sourcedId === '') fault('There is no sourcedId.');
    else if (before !== undefined) fault(`This sourcedId is also in row ${before}.`);
    rows.set(sourcedId, row);
    if (sourcedId === '' || before !== undefined) continue;

    const said = rolesOf(line, roleLines.get(sourcedId) ?? []);
    const here = said.filter(({ orgs }) => school === undefined || orgs.includes(school));
    // Somebody of another school.
    if (school !== undefined && said.length > 0 && here.length === 0) continue;
    const role = here.flatMap(({ name }) => roleNamed(name) ?? []).at(0);
    const isActive = isNotEnded(cell('status')) && cell('enabledUser').toLowerCase() !== 'false';
    if (role === undefined && !(isDelta && here.length === 0)) {
      others += 1;
      const odd = here.find(({ name }) => !isKnownRole(name))?.name;
      const seen = odd === undefined ? undefined : unknown.get(odd);
      if (seen) seen.push(row);
      else if (odd !== undefined) unknown.set(odd, [row]);
      continue;
    }
    people.push({ sourcedId, ...identityOf(cell), role: role ?? null, isActive, file: 'users.csv', row });
  }
  return { people, others, unknown };
}

/** The main role comes first. */
function rolesOf(user: Line, lines: readonly Line[]): { name: string; orgs: string[] }[] {
  const isMain = ({ cell }: Line) =>
    cell('roleType').toLowerCase() === 'primary' || cell('isPrimary').toLowerCase() === 'true';
  const own = user.cell('role');
  return [
    ...(own === '' ? [] : [{ name: own, orgs: listIn(user.cell('orgSourcedIds')) }]),
    ...lines
      .filter(({ cell }) => isNotEnded(cell('status')))
      .toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)))
      .map(({ cell }) => ({ name: cell('role'), orgs: [cell('orgSourcedId')] })),
  ];
}

/** Many systems write the address as the username, and no other. */
function identityOf(cell: Line['cell']): Pick<RosterPerson, 'username' | 'email' | 'name'> {
  const given = cell('username');
  const email = cell('email') || (given.includes('@') ? given : '');
  const names = [
    cell('preferredFirstName') || cell('givenName'),
    cell('preferredLastName') || cell('familyName'),
  ];
  return {
    username: (given || email).split('@', 1).join(''),
    email: email || null,
    name: names.filter((name) => name !== '').join(' ') || null,
  };
}

function readClasses({ classes, courses }: RosterTables, { school, faults }: Reading): RosterClass[] {
  const courseTitles = new Map(linesOf(courses).map(({ cell }) => [cell('sourcedId'), cell('title')]));
  const ofSchool = linesOf(classes).filter(
    ({ cell }) =>
      school === undefined || listIn(cell('schoolSourcedId') || cell('orgSourcedId')).includes(school),
  );
  const rows = new Map<string, number>();
  const titles = new Titles();
  return ofSchool.flatMap(({ row, cell }) => {
    const sourcedId = cell('sourcedId');
    const fault = (text: string) => faults.push({ file: 'classes.csv', row, text });
    const before = rows.get(sourcedId);
    const course = courseTitles.get(cell('courseSourcedId')) || cell('title');
    const problem = [sourcedId, cell('title'), course].map((text) => storedTextProblem(text)).find(Boolean);
    rows.set(sourcedId, row);
    if (sourcedId === '') fault('There is no sourcedId.');
    else if (before !== undefined) fault(`This sourcedId is also in row ${before}.`);
    else if (sourcedId.length > SOURCED_ID_MAX)
      fault(`The sourcedId is longer than ${SOURCED_ID_MAX} characters.`);
    else if (cell('title') === '') fault('There is no title.');
    else if (problem !== undefined) fault(problem);
    else {
      const title = titles.next(cell('title'), cell('classCode'));
      return [
        {
          sourcedId,
          title,
          course: Array.from(course).slice(0, COURSE_TITLE_MAX).join(''),
          isActive: isNotEnded(cell('status')),
        },
      ];
    }
    return [];
  });
}

const short = (text: string, end = '') =>
  Array.from(text)
    .slice(0, GROUP_NAME_MAX - end.length)
    .join('')
    .trim() + end;

/** Two classes of one title become two groups: 'Physics HL', then 'Physics HL 2', or with their codes. */
class Titles {
  private readonly taken = new Set<string>();
  /** The number to go on with, so that a thousand classes of one title are not a million comparisons. */
  private readonly numbers = new Map<string, number>();

  next(title: string, code: string): string {
    const isFree = (name: string) => !this.taken.has(name.toLowerCase());
    let name = short(title);
    if (!isFree(name) && code !== '') name = short(`${title} ${code}`);
    const key = title.toLowerCase();
    for (let number = this.numbers.get(key) ?? 2; !isFree(name); number += 1) {
      name = short(title, ` ${number}`);
      this.numbers.set(key, number + 1);
    }
    this.taken.add(name.toLowerCase());
    return name;
  }
}

type ReadingEnrolments = Omit<Reading, 'school'> & {
  isDelta: boolean;
  people: readonly RosterPerson[];
  classes: readonly RosterClass[];
};

function readEnrolments(tables: RosterTables, reading: ReadingEnrolments): Enrolment[] {
  const { isDelta, people, classes, faults } = reading;
  const knownClasses = new Set(linesOf(tables.classes).map(({ cell }) => cell('sourcedId')));
  const knownPeople = new Set(linesOf(tables.users).map(({ cell }) => cell('sourcedId')));
  const classesHere = new Set(classes.map(({ sourcedId }) => sourcedId));
  const peopleHere = new Set(people.filter(({ isActive }) => isActive).map(({ sourcedId }) => sourcedId));
  return linesOf(tables.enrollments).flatMap(({ row, cell }) => {
    const [of, person] = [cell('classSourcedId'), cell('userSourcedId')];
    const fault = (text: string) => faults.push({ file: 'enrollments.csv', row, text });
    const role = roleNamed(cell('role'));
    if (of === '') fault('There is no classSourcedId.');
    else if (person === '') fault('There is no userSourcedId.');
    // Changes name whom and what an earlier roster had.
    else if (!isDelta && !knownClasses.has(of)) fault(`There is no class ${of} in classes.csv.`);
    else if (!isDelta && !knownPeople.has(person)) fault(`There is no person ${person} in users.csv.`);
    else if (role !== undefined && (isDelta || (classesHere.has(of) && peopleHere.has(person))))
      return [{ class: of, person, role, isActive: isNotEnded(cell('status')) }];
    return [];
  });
}
