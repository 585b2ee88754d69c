import { measureCall } from './calls.ts';
import { requestBytes } from './connections.ts';
import { listPeople, startWithData } from './data.ts';
import { connect, signIn } from './product.ts';
import { line, report, rounds } from './rows.ts';

/**
 * The preview of a roster of 3,000 students in 400 classes with 24,000 enrolments, at a school of as many: beside it that of a list of
 * the same people.
 */

const ROUNDS = rounds(5, 2);
const [STUDENTS, TEACHERS, CLASSES, CLASSES_EACH] = [3000, 150, 400, 8];

const idOf = (kind: string, n: number) => `9f0c2e4a-${kind}-${String(n).padStart(8, '0')}`;
const people = Array.from({ length: STUDENTS + TEACHERS }, (_, n) => ({
  row: n + 2,
  sourced_id: idOf('person', n),
  username: `roster.person${n}`,
  email: `roster.person${n}@large.example`,
  name: `Given${n} Family${n}`,
  role: n < STUDENTS ? 'student' : 'teacher',
}));
const classes = Array.from({ length: CLASSES }, (_, n) => ({
  sourced_id: idOf('class', n),
  title: `Class ${n}`,
  course: `Course ${n % 40}`,
  is_active: true,
  teachers: [idOf('person', STUDENTS + (n % TEACHERS))],
  students: [] as string[],
  ended: [],
}));
for (let n = 0; n < STUDENTS * CLASSES_EACH; n += 1)
  classes[(n * 7) % CLASSES]?.students.push(idOf('person', n % STUDENTS));

const product = await startWithData('large');
try {
  const db = await connect(product);
  const [admin = 0] = await listPeople(db, 'school_admin', 1);
  const [token = ''] = await signIn(db, [admin]);
  const { rows } = await db.query<{ id: number }>('select school_id as id from users where id = $1', [admin]);
  await db.end();
  const post = (path: string, json: unknown) =>
    requestBytes(`POST /api/admin/schools/${rows[0]?.id}/${path}`, {
      token,
      type: 'application/json',
      body: JSON.stringify(json),
    });
  const roster = post('roster/check', { people, classes, is_delta: false, left: [] });
  const list = post(
    'batch-import/check',
    people.map(({ sourced_id: _id, ...row }) => row),
  );
  const [values, bare]: [number[], number[]] = [[], []];
  const measure = async (bytes: Buffer) =>
    (await measureCall(product, () => bytes, { connections: 1, seconds: 3 })).middle;
  for (let round = -1; round < ROUNDS; round += 1) {
    const [ofRoster, ofList] = [await measure(roster), await measure(list)];
    // The first is to warm up.
    if (round < 0) continue;
    values.push(ofRoster);
    bare.push(ofList);
  }
  report([
    line('preview of a roster of 3,000 students, 24,000 enrolments, bare: a list of them', {
      values,
      unit: 'ms',
      bare,
    }),
  ]);
} finally {
  await product.stop();
}
