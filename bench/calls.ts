import { closed, requestBytes } from './connections.ts';
import { listPeople } from './data.ts';
import { quantile } from './figures.ts';
import { cpuOf } from './processes.ts';
import { ADMIN_PASSWORD, connect, databaseOf, type Product, signIn } from './product.ts';
import { toggleBytes } from './ticks.ts';

/** The calls whose cost could grow with what is in the database, as the people of a data set make them. */

export type Calls = Record<CallName, (n: number) => Buffer>;
export const CALL_NAMES = [
  'tick',
  'all records of a student',
  'profile',
  'statistics of a school',
  'grid of a class of 150',
  'page of users, newest',
  'page of users, oldest',
  'search that finds many',
  'search that finds nobody',
  'counts of all users',
  'page of a school’s users',
] as const;
export type CallName = (typeof CALL_NAMES)[number];

const STUDENTS = 100;
/** As many as a screen asks for at once. */
const PAGE = 100;

const withAdmin = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString().replace('\r\n\r\n', `\r\nx-admin-password: ${ADMIN_PASSWORD}\r\n\r\n`));

export const prepareCalls = async (product: Product): Promise<Calls> => {
  const db = await connect(product);
  const one = async (role: string) => (await signIn(db, await listPeople(db, role, 1)))[0];
  const tokens = await signIn(db, await listPeople(db, 'student', STUDENTS));
  const [teacher, admin] = [await one('teacher'), await one('school_admin')];
  await db.end();
  const token = (n: number) => tokens[n % tokens.length];
  const get = (path: string, who?: string) => requestBytes(`GET /api${path}`, { token: who });
  const users = (query: string) => withAdmin(get(`/admin/users?limit=${PAGE}${query}`));
  return {
    tick: (n) => {
      const turn = Math.floor(n / tokens.length);
      return toggleBytes(token(n), turn, 'english_b_hl'); // which nobody there takes
    },
    'all records of a student': (n) => get('/completion', token(n)),
    profile: (n) => get('/users/me', token(n)),
    'statistics of a school': () => get('/schooladmin/dashboard/statistics', admin),
    'grid of a class of 150': () => get('/teachers/grid?subject_id=math_aa_hl', teacher),
    'page of users, newest': () => users(''),
    'page of users, oldest': () => users('&cursor=101'),
    'search that finds many': () => users('&q=s1-'),
    'search that finds nobody': () => users('&q=zebra'),
    'counts of all users': () => withAdmin(get('/admin/users/counts')),
    'page of a school’s users': () => get(`/schooladmin/dashboard/users?limit=${PAGE}`, admin),
  };
};

/** What so many connections got in so many seconds: answers a second, milliseconds, processor time of one call. */
export const measureCall = async (
  product: Product,
  bytes: (n: number) => Buffer,
  { connections, seconds }: { connections: number; seconds: number },
) => {
  const database = await databaseOf(product);
  const cpu = () => ({ server: cpuOf(product.pid), database: cpuOf(database.pid, { withChildren: true }) });
  const before = cpu();
  const shots = await closed(product.port, { lines: connections, seconds }, bytes);
  const after = cpu();
  const wrong = shots.find(({ status }) => status !== 200);
  if (wrong) throw new Error(`Answered with ${wrong.status}: ${bytes(0).toString().split('\r\n')[0]}`);
  const times = shots.map(({ ms }) => ms);
  const each = (seconds_: number) => (seconds_ / shots.length) * 1000;
  return {
    rate: shots.length / seconds,
    middle: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    server: each(after.server - before.server),
    database: each(after.database - before.database),
  };
};
export type Cost = Awaited<ReturnType<typeof measureCall>>;
