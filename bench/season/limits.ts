import { requestBytes } from '../connections.ts';
import { median, table } from '../figures.ts';
import { takePhoto } from '../photo.ts';
import { cpuOf } from '../processes.ts';
import { PASSWORD, type Product } from '../product.ts';
import { tokenOf } from './fill.ts';
import type { Mix } from './mix.ts';
import { type Played, play } from './play.ts';
import type { Store } from './store.ts';

/** Which setting gives way first: each is brought to its end by itself. */

interface On {
  products: readonly Product[];
  store: Store;
}

const waitsOf = ({ seen }: Played): string =>
  [...seen.waits]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([what, count]) => `${what} ${(count / seen.samples).toFixed(1)}`)
    .join(', ');

export const playedTable = (played: readonly [string, Played][]): string =>
  table(
    [
      'what',
      'a second',
      'p50',
      'p95',
      'p99',
      'server ms',
      'database ms',
      'log KB',
      'pages',
      'hits',
      'refused',
      'pool',
      'connections',
      'waits',
    ],
    played.map(([name, one]) => [
      name,
      one.rate,
      one.p50,
      one.p95,
      one.p99,
      one.server.toFixed(2),
      one.database.toFixed(2),
      (one.work.logBytes / one.calls / 1024).toFixed(1),
      (one.work.pageImages / one.calls).toFixed(1),
      `${(one.work.hitRatio * 100).toFixed(1)}%`,
      one.refused,
      one.seen.poolWaiting,
      one.seen.connections,
      waitsOf(one),
    ]),
  );

/** Ticks right after a checkpoint and later, and of the students of one school. */
export const measureTicks = async (on: On, mix: Mix, seconds: number): Promise<[string, Played][]> => {
  const { rows } = await on.store.db.query<{ ids: number[] }>(
    `select array_agg(id) as ids from users where role = 'student' and school_id = (
       select school_id from school_people order by students desc limit 1)`,
  );
  const lines = { lines: 64 };
  const everywhere = mix.only('tick', 'student');
  const results: [string, Played][] = [];
  await on.store.db.query('checkpoint');
  results.push(['ticks after a checkpoint', await play(on, lines, seconds, everywhere)]);
  results.push(['ticks, later', await play(on, lines, seconds, everywhere)]);
  results.push(['ticks, one school', await play(on, lines, seconds, mix.onlyOf('tick', rows[0]?.ids ?? []))]);
  return results;
};

/** Logins of everybody, as on the first morning of term: what is done, and when they are turned away. */
export const measureLogins = async (
  on: On,
  rates: readonly number[],
  seconds: number,
): Promise<[string, Played][]> => {
  const { rows } = await on.store.db.query<{ username: string }>(
    `select username from users where role = 'student' and school_id is not null order by md5(id::text) limit 5000`,
  );
  let n = 0;
  const next = () => {
    n += 1;
    const username = rows[n % rows.length]?.username ?? '';
    const body = new URLSearchParams({ username, password: PASSWORD }).toString();
    return {
      kind: 'login',
      bytes: requestBytes('POST /api/token', { type: 'application/x-www-form-urlencoded', body }),
    };
  };
  const results: [string, Played][] = [];
  for (const rate of rates)
    results.push([`${rate} logins a second`, await play(on, { rate }, seconds, next)]);
  return results;
};

const MB = 1024 * 1024;
const ALONE = 8;
const AT_ONCE = 60;

/** Photos one after the other, then more at once than may wait. */
export const measurePhotos = async ({ products, store }: On): Promise<string> => {
  const { rows } = await store.db.query<{ id: number }>(
    `select id from users where role = 'student' and school_id is not null order by md5(id::text) limit ${AT_ONCE}`,
  );
  const photo = await takePhoto(85);
  const [product] = products;
  const upload = async (id: number): Promise<{ status: number; ms: number }> => {
    const form = new FormData();
    const fields = { subject_id: 'math_aa_hl', year: '2016', session: 'November', paper: 'paper2' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(photo)]), 'work.jpg');
    const began = performance.now();
    const answer = await fetch(`${product?.url}/api/completion/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf(id)}` },
      body: form,
    });
    await answer.arrayBuffer();
    return { status: answer.status, ms: performance.now() - began };
  };
  const cpu = () => cpuOf(product?.pid ?? 0, { withChildren: true });
  await upload(rows[0]?.id ?? 0); // starts the worker
  const before = cpu();
  const alone: number[] = [];
  for (let turn = 0; turn < ALONE; turn += 1) alone.push((await upload(rows[turn]?.id ?? 0)).ms);
  const each = ((cpu() - before) / ALONE) * 1000;
  const many = await Promise.all(rows.map(({ id }) => upload(id)));
  const of = (status: number) => many.filter((one) => one.status === status);
  const { rows: kept } = await store.db.query<{ bytes: number }>(
    `select avg(size_bytes + coalesce(thumbnail_bytes, 0))::float8 as bytes from files where created_at > now() - interval '10 minutes'
       and original_filename = 'work.jpg'`,
  );
  return table(
    ['a photo of 12 megapixels', ''],
    [
      ['sent, MB', photo.length / MB],
      ['kept, MB', (kept[0]?.bytes ?? 0) / MB],
      ['processor time of server and image worker, ms', each],
      ['alone, median ms', median(alone)],
      [`of ${AT_ONCE} at once: done`, String(of(200).length + of(201).length)],
      [`of ${AT_ONCE} at once: told to come back`, String(of(503).length)],
      [
        'of those that were done the last, ms',
        Math.max(...many.filter((one) => one.status < 300).map(({ ms }) => ms)),
      ],
    ],
  );
};
