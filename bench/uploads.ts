import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { closed } from './connections.ts';
import { median, print, quantile, table } from './figures.ts';
import { takePhoto } from './photo.ts';
import { registerStudent, startProduct } from './product.ts';
import { toggleBytes } from './ticks.ts';

/**
 * What uploads cost: the memory of the server while many upload at once, how long a photo takes, and what a student's
 * ticks suffer while others upload photos. Memory is read from /proc, so this runs on Linux.
 */

const CLIENTS = 20;
const UPLOADERS = 10;
const SECONDS = 10;
const MEGABYTE = 1024 * 1024;

const product = await startProduct({ LOG_LEVEL: 'fatal' });
const ticking = await registerStudent(product.url, 'ticking');
const tokens = await Promise.all(
  Array.from({ length: CLIENTS }, (_, n) => registerStudent(product.url, `uploading${n}`)),
);

const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(10 * MEGABYTE - 9)]);
const photo = await takePhoto(85);

let paper = 0;
/** Uploads, to another paper each time: a paper takes ten. Returns status and milliseconds. */
const upload = async (token: string | undefined, bytes: Buffer): Promise<{ status: number; ms: number }> => {
  paper += 1;
  const form = new FormData();
  const fields = {
    subject_id: ['math_aa_hl', 'physics_hl', 'chemistry_hl', 'biology_hl'][paper % 4] ?? '',
    year: String(2014 + (paper % 6)),
    session: 'November',
    paper: `paper${1 + (Math.floor(paper / 24) % 2)}`,
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'work');
  const began = performance.now();
  const answer = await fetch(`${product.url}/api/completion/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - began };
};

const residentOf = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};
/** Image workers are children of the server; so is PostgreSQL, which is not asked about here. */
const workersOf = (pid: number): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return children.map(Number).filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('image-worker');
    } catch {
      return false;
    }
  });
};

/** The most that the server, and its image workers together, held while the work was done. */
const watchMemory = async <T>(work: Promise<T>): Promise<{ result: T; server: number; workers: number }> => {
  let [server, workers] = [0, 0];
  const timer = setInterval(() => {
    server = Math.max(server, residentOf(product.pid));
    workers = Math.max(
      workers,
      workersOf(product.pid)
        .map(residentOf)
        .reduce((sum, one) => sum + one, 0),
    );
  }, 20);
  const result = await work;
  clearInterval(timer);
  return { result, server, workers };
};

const tick = async (lines: number, seconds: number): Promise<number[]> =>
  (await closed(product.port, { lines, seconds }, (n) => toggleBytes(ticking, n))).map(({ ms }) => ms);

await tick(4, 2); // warm
const before = residentOf(product.pid);

const statuses = (results: { status: number }[]) =>
  [...new Set(results.map(({ status }) => status))]
    .map((status) => `${results.filter((one) => one.status === status).length} x ${status}`)
    .join(', ');
const atOnce = (bytes: Buffer) => watchMemory(Promise.all(tokens.map((token) => upload(token, bytes))));

const idle = await tick(1, SECONDS);
const pdfs = await atOnce(pdf);
const photos = await atOnce(photo);
const alone: number[] = [];
for (let turn = 0; turn < 5; turn += 1) alone.push((await upload(tokens[turn], photo)).ms);

const end = performance.now() + SECONDS * 1000;
const uploading = Promise.all(
  Array.from({ length: UPLOADERS }, async (_, n) => {
    const done: { status: number; ms: number }[] = [];
    while (performance.now() < end) done.push(await upload(tokens[n], photo));
    return done;
  }),
);
const busy = await tick(1, SECONDS);
const uploaded = (await uploading).flat();
await product.stop();

const row = (name: string, times: number[]) => [
  name,
  times.length,
  median(times),
  quantile(times, 0.95),
  quantile(times, 0.99),
];
print(
  table(
    ['memory, MB', 'server', 'image workers', 'answers'],
    [
      ['before', before, 0, ''],
      [`${CLIENTS} upload a PDF of 10 MB`, pdfs.server, pdfs.workers, statuses(pdfs.result)],
      [
        `${CLIENTS} upload a photo of ${(photo.length / MEGABYTE).toFixed(1)} MB`,
        photos.server,
        photos.workers,
        statuses(photos.result),
      ],
    ],
  ),
);
print('');
print(
  table(
    ['call', 'answers', 'median ms', 'p95 ms', 'p99 ms'],
    [
      row('tick, nobody uploads', idle),
      row(`tick, ${UPLOADERS} upload photos`, busy),
      row('12-megapixel photo to its thumbnail, alone', alone),
      row(
        `the same, ${UPLOADERS} at once`,
        uploaded.map(({ ms }) => ms),
      ),
    ],
  ),
);
print(`Uploads meanwhile: ${statuses(uploaded)}`);
print(
  `p99 of ticks: ${(quantile(busy, 0.99) / quantile(idle, 0.99)).toFixed(2)} times that without uploads (goal: under 2)`,
);
