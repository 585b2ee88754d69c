import { measureCall } from './calls.ts';
import { requestBytes } from './connections.ts';
import { type DataName, listPeople, startWithData } from './data.ts';
import { connect, type Product, signIn } from './product.ts';
import { line, report, rounds } from './rows.ts';

/**
 * What a school admin's first screen asks for, at a school of 3,000 students with 1,000,000 records: alone, and among five such
 * schools. Beside each call the profile, which is the least that a call of somebody who is logged in can be. Then what is asked for
 * with a click. All of it is asked in turns.
 */

const ROUNDS = rounds(9, 3);
const FIRST_SCREEN = {
  'page of 30 users with figures': '/schooladmin/dashboard/users?limit=30',
  'facts of the school': '/schooladmin/dashboard/facts',
};
const ON_DEMAND = {
  'choices of the filters': '/schooladmin/dashboard/choices',
  'page of the inactive, by activity': '/schooladmin/dashboard/users?limit=30&inactive_days=14&sort=activity',
  'page of users by papers done, all counted': '/schooladmin/dashboard/users?limit=30&sort=done',
  'a teacher’s 150 reports': '/schooladmin/dashboard/reports?teacher_id=',
  'list of teachers': '/schooladmin/dashboard/teachers',
  statistics: '/schooladmin/dashboard/statistics',
};
const CALLS = { ...FIRST_SCREEN, ...ON_DEMAND };
type CallName = keyof typeof CALLS;
const PROFILE = '/users/me';

const open = async (name: DataName) => {
  const product = await startWithData(name);
  const db = await connect(product);
  const [admin = 0] = await listPeople(db, 'school_admin', 1);
  const [token = ''] = await signIn(db, [admin]);
  const { rows } = await db.query<{ id: number }>(
    `select id from users where role = 'teacher' and school_id = (select school_id from users where id = $1) limit 1`,
    [admin],
  );
  await db.end();
  return { product, token, teacherId: rows[0]?.id ?? 0, times: new Map<string, number[]>() };
};
type Office = Awaited<ReturnType<typeof open>>;

const measure = async ({ product, token, teacherId, times }: Office, path: string, keep: boolean) => {
  const address = `GET /api${path}${path.endsWith('=') ? teacherId : ''}`;
  const bytes = requestBytes(address, { token });
  const { middle } = await measureCall(product, () => bytes, { connections: 1, seconds: 1 });
  if (keep) times.set(path, [...(times.get(path) ?? []), middle]);
};

const products: Product[] = [];
try {
  const offices = [await open('large'), await open('town')] as const;
  products.push(...offices.map(({ product }) => product));
  for (let round = -1; round < ROUNDS; round += 1)
    // The first is to warm up.
    for (const path of [PROFILE, ...Object.values(CALLS)])
      for (const office of offices) await measure(office, path, round >= 0);

  const timesOf = ({ times }: Office, path: string) => times.get(path) ?? [];
  const rowsOf = (office: Office, size: string, names: readonly string[], budget?: number) =>
    names.map((name) =>
      line(`${name}, ${size}, bare: a profile`, {
        values: timesOf(office, CALLS[name as CallName]),
        unit: 'ms',
        bare: timesOf(office, PROFILE),
        ...(budget !== undefined && { budget: { atMost: budget, of: 'ratio' as const } }),
      }),
    );
  const [large, town] = offices;
  report([
    ...rowsOf(large, '1,000,000 records', Object.keys(FIRST_SCREEN), 3),
    ...rowsOf(town, 'among 5,000,000', Object.keys(FIRST_SCREEN), 3),
    ...rowsOf(large, '1,000,000 records', Object.keys(ON_DEMAND)),
    ...rowsOf(town, 'among 5,000,000', Object.keys(ON_DEMAND)),
  ]);
} finally {
  for (const product of products) await product.stop();
}
