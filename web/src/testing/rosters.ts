import { crc32, deflateRawSync } from 'node:zlib';

/** Rosters as schools' systems write them, for tests. */

type Cells = Record<string, string>;
export type RosterTexts = Record<string, string>;

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** CSV with the columns of the first row, or with those that are named. */
export const csv = (rows: readonly Cells[], columns = Object.keys(rows[0] ?? {})): string =>
  [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('');

type Pupil = {
  id: string;
  given: string;
  family: string;
  username?: string;
  email?: string;
  role?: string;
  org?: string;
  status?: string;
  enabled?: string;
};
type Lesson = {
  id: string;
  title: string;
  course?: string;
  code?: string;
  org?: string;
  teachers: string[];
  students: string[];
};

type Content = { people: readonly Pupil[]; lessons?: readonly Lesson[]; schools?: Record<string, string> };

const ONE_SCHOOL = { S1: 'Riverside' };
const usernameOf = ({ username, given, family }: Pupil) => username ?? `${given}.${family}`.toLowerCase();

const orgs = (schools: Record<string, string>) =>
  csv(
    [
      { sourcedId: 'D1', name: 'District', type: 'district' },
      ...Object.entries(schools).map(([sourcedId, name]) => ({ sourcedId, name, type: 'school' })),
    ],
    ['sourcedId', 'status', 'dateLastModified', 'name', 'type', 'identifier', 'parentSourcedId'],
  );
const courseId = ({ course = '' }: Lesson) => `course-${course}`;
const courses = (lessons: readonly Lesson[], org: string) =>
  csv(
    [...new Map(lessons.map((lesson) => [courseId(lesson), lesson.course ?? ''])).entries()].map(
      ([sourcedId, title]) => ({ sourcedId, title, orgSourcedId: org }),
    ),
    ['sourcedId', 'status', 'dateLastModified', 'title', 'orgSourcedId'],
  );
const enrolled = (lessons: readonly Lesson[]) =>
  lessons.flatMap((lesson) => [
    ...lesson.teachers.map((person) => ({ lesson, person, role: 'teacher' })),
    ...lesson.students.map((person) => ({ lesson, person, role: 'student' })),
  ]);
const manifest = (version: string, mode: string) =>
  csv([
    { propertyName: 'manifest.version', value: '1.0' },
    { propertyName: 'oneroster.version', value: version },
    { propertyName: 'file.users', value: mode },
    { propertyName: 'file.demographics', value: 'absent' },
  ]);

const CLASSES = [
  'sourcedId',
  'status',
  'dateLastModified',
  'title',
  'grades',
  'courseSourcedId',
  'classCode',
  'classType',
  'location',
  'schoolSourcedId',
  'termSourcedIds',
];
const ENROLMENTS = [
  'sourcedId',
  'status',
  'dateLastModified',
  'classSourcedId',
  'schoolSourcedId',
  'userSourcedId',
  'role',
  'primary',
];

/** OneRoster: 1.1 has a person's role beside the person, 1.2 in a file of its own. */
export function oneRoster(version: '1.1' | '1.2', content: Content, mode = 'bulk'): RosterTexts {
  const { people, lessons = [], schools = ONE_SCHOOL } = content;
  const [school = 'S1'] = Object.keys(schools);
  const users = people.map((person) => ({
    sourcedId: person.id,
    status: person.status ?? '',
    enabledUser: person.enabled ?? 'true',
    orgSourcedIds: person.org ?? school,
    role: person.role ?? 'student',
    username: usernameOf(person),
    givenName: person.given,
    familyName: person.family,
    email: person.email ?? '',
    grades: '11,12',
  }));
  const columns = [
    'sourcedId',
    'status',
    'dateLastModified',
    'enabledUser',
    'username',
    'userIds',
    'givenName',
  ];
  return {
    'manifest.csv': manifest(version, mode),
    'orgs.csv': orgs(schools),
    'users.csv': csv(users, [
      ...columns,
      'familyName',
      'email',
      'grades',
      'password',
      ...(version === '1.1' ? ['orgSourcedIds', 'role'] : []),
    ]),
    ...(version === '1.2' && {
      'roles.csv': csv(
        users.map(({ sourcedId, role, orgSourcedIds }) => ({
          sourcedId: `role-${sourcedId}`,
          userSourcedId: sourcedId,
          roleType: 'primary',
          role,
          orgSourcedId: orgSourcedIds,
        })),
        ['sourcedId', 'status', 'dateLastModified', 'userSourcedId', 'roleType', 'role', 'orgSourcedId'],
      ),
    }),
    'courses.csv': courses(lessons, school),
    'classes.csv': csv(
      lessons.map((lesson) => ({
        sourcedId: lesson.id,
        title: lesson.title,
        courseSourcedId: lesson.course === undefined ? '' : courseId(lesson),
        classCode: lesson.code ?? '',
        classType: 'scheduled',
        schoolSourcedId: lesson.org ?? school,
      })),
      CLASSES,
    ),
    'enrollments.csv': csv(
      enrolled(lessons).map(({ lesson, person, role }, index) => ({
        sourcedId: `E${index}`,
        classSourcedId: lesson.id,
        userSourcedId: person,
        schoolSourcedId: lesson.org ?? school,
        role,
      })),
      ENROLMENTS,
    ),
    // Never to be read.
    'demographics.csv': csv(
      people.map(({ id }) => ({ sourcedId: id, birthDate: '2009-01-01', sex: 'female' })),
    ),
  };
}

/** School Data Sync 2.1: usernames are addresses, and users have neither status nor `enabledUser`. */
export function schoolDataSync({ people, lessons = [], schools = ONE_SCHOOL }: Content): RosterTexts {
  const [school = 'S1'] = Object.keys(schools);
  return {
    'orgs.csv': csv(
      Object.entries(schools).map(([sourcedId, name]) => ({ sourcedId, name, type: 'school' })),
      ['sourcedId', 'name', 'type', 'parentSourcedId'],
    ),
    'users.csv': csv(
      people.map((person) => ({
        sourcedId: person.id,
        username: `${usernameOf(person)}@riverside.example`,
        givenName: person.given,
        familyName: person.family,
        password: 'P@ssword123',
        email: person.email ?? '',
      })),
      [
        'sourcedId',
        'username',
        'givenName',
        'familyName',
        'password',
        'activeDirectoryMatchId',
        'email',
        'phone',
        'sms',
      ],
    ),
    'roles.csv': csv(
      people.map((person) => ({
        userSourcedId: person.id,
        orgSourcedId: person.org ?? school,
        role: person.role ?? 'student',
        isPrimary: 'TRUE',
      })),
      [
        'userSourcedId',
        'orgSourcedId',
        'role',
        'sessionSourcedId',
        'grade',
        'isPrimary',
        'roleStartDate',
        'roleEndDate',
      ],
    ),
    'courses.csv': csv(
      lessons.map((lesson) => ({
        sourcedId: courseId(lesson),
        orgSourcedId: school,
        title: lesson.course ?? '',
      })),
      ['sourcedId', 'orgSourcedId', 'title', 'code', 'schoolYearSourcedId', 'subject', 'grade'],
    ),
    'classes.csv': csv(
      lessons.map((lesson) => ({
        sourcedId: lesson.id,
        orgSourcedId: lesson.org ?? school,
        title: lesson.title,
        courseSourcedId: lesson.course === undefined ? '' : courseId(lesson),
      })),
      ['sourcedId', 'orgSourcedId', 'title', 'sessionSourcedIds', 'courseSourcedId'],
    ),
    'enrollments.csv': csv(
      enrolled(lessons).map(({ lesson, person, role }) => ({
        classSourcedId: lesson.id,
        userSourcedId: person,
        role,
      })),
      ['classSourcedId', 'userSourcedId', 'role'],
    ),
  };
}

export const fileOf = (name: string, content: string | Uint8Array<ArrayBuffer>): File =>
  new File([content], name);
export const filesOf = (texts: RosterTexts): File[] =>
  Object.entries(texts).map(([name, text]) => fileOf(name, text));

const HEADER = 30;
const ENTRY = 46;

type Packing = {
  /** Of every file; bit 0 says that it is encrypted. */
  flags?: number;
  method?: number;
  /** In place of the true size. */
  size?: number;
  /** Stored as they are. */
  isStored?: boolean;
};

/** A zip, or one that lies. */
export function zipOf(
  texts: Record<string, string | Uint8Array>,
  name = 'roster.zip',
  packing: Packing = {},
): File {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(texts)) {
    const bytes = Buffer.from(text);
    const packed = packing.isStored ? bytes : deflateRawSync(bytes);
    const title = Buffer.from(path);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(packing.flags ?? 0, 2);
    common.writeUInt16LE(packing.method ?? (packing.isStored ? 0 : 8), 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(packing.size ?? bytes.length, 18);
    common.writeUInt16LE(title.length, 22);
    const header = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common]);
    const entry = Buffer.alloc(ENTRY);
    entry.write('PK\x01\x02', 'latin1');
    entry.writeUInt16LE(20, 4);
    common.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    parts.push(header, title, packed);
    directory.push(entry, title);
    offset += HEADER + title.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(texts).length, 8);
  end.writeUInt16LE(Object.keys(texts).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return new File([new Uint8Array(Buffer.concat([...parts, list, end]))], name, { type: 'application/zip' });
}
