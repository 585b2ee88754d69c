import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { requestBytes, type Shot, steady } from '../bench/connections.ts';
import { median, print, quantile, table } from '../bench/figures.ts';
import { memoryOf } from '../bench/processes.ts';
import { PASSWORD, PROJECT, registerStudent, startProduct } from '../bench/product.ts';
import { earlierRecords, isTick, mixedTickOf, tickBytes } from '../bench/ticks.ts';
import { fateOf, type Tick, wrongTicks } from './faults/ledger.ts';
import { CRUMBS, floodCases } from './floods/bodies.ts';
import type { Done, Job } from './floods/generator.ts';
import { numberOf, textOf } from './options.ts';

/**
 * Floods: what others feel while a hundred people a second log in, while thousands of connections stand idle or crawl,
 * while five times as much is asked as can be done, and while a few send the most expensive bodies that the limits allow.
 * Ends with an error when a goal is missed.
 *
 *   npm run proof -- floods
 *   npm run proof -- floods --seconds=5 --only=logins,connections,overload,bodies
 *   npm run proof -- floods --only=bodies --call=register
 */

const seconds = numberOf('seconds', 15);
const only = textOf('only')?.split(',');

const LOGINS = 100;
const IDLE = numberOf('idle', 5000);
const SLOW = numberOf('slow', 1000);
const OTHERS = 50;
/** A hundredth of these are enough answers for a p99. */
const BESIDE = 150;
const OVERLOAD = 5;
const STUDENTS = 40;
const CLIENTS = 64;
const GOAL_MS = 250;
const MEMORY_MB = 300;
const SENDERS = 8;
const BODY_SECONDS = 4;
/** How much more the others may feel of the most expensive body than of an ordinary one. */
const BODY_RATIO = 3;

/** A call that must succeed; its body. */
const callAs = async <T>(url: string, token: string, address: string, json?: object): Promise<T> => {
  const [method = '', path] = address.split(' ');
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  });
  if (!answer.ok) throw new Error(`${address} returned ${answer.status}.`);
  return (await answer.json()) as T;
};

const misses: string[] = [];
const goal = (isMet: boolean, what: string) => {
  if (!isMet) misses.push(what);
};

/** Starts a flood in a process of its own. */
const flood = async (job: Job): Promise<{ done: Promise<Done>; stop: () => void }> => {
  const child = fork(join(PROJECT, 'scripts', 'proof.mjs'), ['floods/generator']);
  // It says when it is ready.
  await once(child, 'message');
  child.send(job);
  const done = once(child, 'message').then(([message]) => message as Done);
  return { done, stop: () => void child.kill('SIGKILL') };
};

/** What a class does meanwhile: ticks, and pages that are opened. */
const others = async (port: number, token: string, forSeconds = seconds): Promise<Shot[]> => {
  const [tick, profile, records] = [
    (n: number) =>
      requestBytes('POST /api/completion', {
        token,
        type: 'application/json',
        body: JSON.stringify({
          subject_id: 'math_aa_hl',
          year: 2014 + (n % 11),
          session: 'November',
          paper: 'paper1',
          timezone: null,
          is_completed: true,
          score: n % 101,
        }),
      }),
    () => requestBytes('GET /api/users/me', { token }),
    () => requestBytes('GET /api/completion', { token }),
  ];
  const kinds = [tick, profile, records];
  const { shots } = await steady(port, { rate: OTHERS, seconds: forSeconds }, (n) =>
    (kinds[n % kinds.length] ?? tick)(n),
  );
  return shots;
};

const countOf = (shots: readonly Shot[]): string =>
  [...new Set(shots.map(({ status }) => status))]
    .toSorted((a, b) => a - b)
    .map((status) => `${shots.filter((shot) => shot.status === status).length} x ${status || 'no answer'}`)
    .join(', ');
const row = (name: string, shots: readonly Shot[]): (string | number)[] => {
  const times = shots.map(({ ms }) => ms);
  return [
    name,
    median(times),
    quantile(times, 0.95),
    quantile(times, 0.99),
    quantile(times, 1),
    countOf(shots),
  ];
};
const HEAD = ['ms', 'median', 'p95', 'p99', 'longest', 'answers'];
const p99 = (shots: readonly Shot[]) =>
  quantile(
    shots.map(({ ms }) => ms),
    0.99,
  );
const allAnswered = (shots: readonly Shot[]) => shots.every(({ status }) => status === 200);

const logins = async (): Promise<void> => {
  const product = await startProduct();
  const port = Number(new URL(product.url).port);
  const token = await registerStudent(product.url, 'ticking');
  await registerStudent(product.url, 'other');
  await others(port, token, 2); // warm
  const calm = await others(port, token);
  const { done } = await flood({
    kind: 'logins',
    port,
    rate: LOGINS,
    seconds,
    username: 'other',
    password: PASSWORD,
  });
  const busy = await others(port, token);
  const { shots } = await done;
  await product.stop();
  print(
    table(HEAD, [
      row(`${OTHERS} calls a second, nobody logs in`, calm),
      row(`the same, ${LOGINS} logins a second`, busy),
      row('the logins', shots),
    ]),
  );
  goal(p99(busy) < GOAL_MS, `p99 of the others while ${LOGINS} a second log in: ${p99(busy).toFixed(0)} ms`);
  goal(allAnswered(busy), `others while ${LOGINS} a second log in: ${countOf(busy)}`);
};

const connections = async (): Promise<void> => {
  const product = await startProduct();
  const port = Number(new URL(product.url).port);
  const token = await registerStudent(product.url, 'ticking');
  await others(port, token, 2); // warm
  const before = memoryOf(product.pid);
  const calm = await others(port, token);
  const held = await flood({ kind: 'hold', port, idle: IDLE, slow: SLOW, token });
  const { due: open } = await held.done;
  await others(port, token, 2); // until they are all taken in
  const busy = await others(port, token);
  const after = memoryOf(product.pid);
  held.stop();
  await product.stop();
  const title = `${IDLE.toLocaleString('en')} idle, ${SLOW.toLocaleString('en')} slow connections`;
  print(table(HEAD, [row(`${OTHERS} calls a second, alone`, calm), row(`the same beside ${title}`, busy)]));
  print(
    `Memory of the server: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with ${open} connections.`,
  );
  goal(open === IDLE + SLOW, `${open} connections were open`);
  goal(p99(busy) < GOAL_MS, `p99 of the others beside ${title}: ${p99(busy).toFixed(0)} ms`);
  goal(allAnswered(busy), `others beside ${title}: ${countOf(busy)}`);
  goal(after < MEMORY_MB, `memory beside ${title}: ${after.toFixed(0)} MB`);
};

/** What was acknowledged in the flood and is not there, in the order in which things were sent and answered. */
const lost = async (url: string, tokens: readonly string[], runs: readonly Shot[][]): Promise<string[]> => {
  const writes = runs.flat().filter(({ n }) => isTick(n));
  const ticks: Tick[] = writes.map(({ n, status, began, ended }) => {
    const { student, key, score } = mixedTickOf(tokens.length, n);
    return {
      student: `s${student}`,
      key,
      isCompleted: true,
      score,
      began,
      ended,
      fate: fateOf(status || undefined),
    };
  });
  const found = new Map<string, Record<string, { is_completed: boolean; score: number | null }>>();
  for (const [n, token] of tokens.entries()) {
    found.set(`s${n}`, await callAs(url, token, 'GET /completion'));
  }
  return wrongTicks(ticks, found);
};

const overload = async (): Promise<void> => {
  const product = await startProduct();
  const port = Number(new URL(product.url).port);
  const tokens: string[] = [];
  for (let n = 0; n < STUDENTS; n += 1) {
    const token = await registerStudent(product.url, `student${n}`);
    await callAs(product.url, token, 'POST /completion/bulk', { completion_data: earlierRecords() });
    tokens.push(token);
  }
  await (await flood({ kind: 'calls', port, tokens, seconds: 3, lines: CLIENTS })).done; // warm
  const full = await (await flood({ kind: 'calls', port, tokens, seconds, lines: CLIENTS })).done;
  const capacity = full.shots.length / seconds;
  const flooded = await (await flood({ kind: 'overload', port, tokens, seconds, rate: capacity * OVERLOAD }))
    .done;
  const after = await (await flood({ kind: 'calls', port, tokens, seconds: 3, lines: CLIENTS })).done;
  // From when it was sent: a flood comes as fast as its sender can, and the sender is not what is measured.
  const answered = flooded.shots.map((shot) => ({ ...shot, ms: shot.ended - shot.began }));
  const taken = answered.filter(({ status }) => status === 200);
  const shed = answered.filter(({ status }) => status === 503);
  const wrong = await lost(product.url, tokens, [full.shots, flooded.shots, after.shots]);
  await product.stop();
  print(
    table(HEAD, [
      row(`${CLIENTS} clients: as much as can be done`, full.shots),
      row(`${OVERLOAD} times as much: what was done`, taken),
      row('what was turned away', shed),
      row(`${CLIENTS} clients afterwards`, after.shots),
    ]),
  );
  const per = (shots: readonly Shot[]) => (shots.length / seconds).toFixed(0);
  print(
    `A second: ${capacity.toFixed(0)} can be done; of ${(flooded.due / seconds).toFixed(0)} that were due ` +
      `${per(flooded.shots)} were sent, ${per(taken)} done, ${per(shed)} turned away. Acknowledged and lost: ${wrong.length}.`,
  );
  goal(wrong.length === 0, `acknowledged and lost: ${wrong.slice(0, 3).join('; ')}`);
  goal(p99(shed) < 1000, `p99 of being turned away: ${p99(shed).toFixed(0)} ms`);
  goal(p99(taken) < 2000, `p99 of what was done: ${p99(taken).toFixed(0)} ms`);
  goal(
    taken.length / seconds > capacity / 2,
    `done a second in the flood: ${per(taken)} of ${capacity.toFixed(0)}`,
  );
  goal(
    flooded.shots.every(({ status }) => status === 200 || status === 503),
    `answers in the flood: ${countOf(flooded.shots)}`,
  );
  goal(allAnswered(after.shots), `afterwards: ${countOf(after.shots)}`);
};

/** What `/livez` and a tick take meanwhile. */
const beside = async (port: number, token: string, forSeconds: number) => {
  const tick = (n: number) => tickBytes([token], n);
  const livez = () => requestBytes('GET /livez');
  const [live, ticks] = await Promise.all(
    [livez, tick].map((next) => steady(port, { rate: BESIDE, seconds: forSeconds }, next)),
  );
  return { live: live?.shots ?? [], ticks: ticks?.shots ?? [] };
};

const bodies = async (): Promise<void> => {
  const product = await startProduct();
  const { port } = product;
  const token = await registerStudent(product.url, 'ticking');
  const sender = await registerStudent(product.url, 'sender');
  const call = textOf('call') ?? '';
  const rows: (string | number)[][] = [];
  const forSeconds = Math.min(seconds, BODY_SECONDS);
  const measure = async (bytes: Buffer) => {
    const job = { kind: 'bodies', port, senders: SENDERS, request: bytes.toString('latin1') } as const;
    const { done, stop } = await flood({ ...job, seconds: forSeconds + 1.5 });
    // It has megabytes to be told.
    await pause(1000);
    const shots = await beside(port, token, forSeconds);
    const sent = (await done).shots;
    stop();
    goal(
      allAnswered(shots.live) && allAnswered(shots.ticks),
      `beside a flood: ${countOf([...shots.live, ...shots.ticks])}`,
    );
    return { live: p99(shots.live), tick: p99(shots.ticks), sent: countOf(sent) };
  };
  type Felt = Awaited<ReturnType<typeof measure>>;
  const middle = (all: readonly Felt[]) => ({
    live: median(all.map(({ live }) => live)),
    tick: median(all.map(({ tick }) => tick)),
    sent: all[0]?.sent ?? '',
  });
  const times = (busy: Felt, calm: Felt) => ({ live: busy.live / calm.live, tick: busy.tick / calm.tick });
  await beside(port, token, 2); // warm
  for (const { name, ordinary, worst } of floodCases(sender)) {
    if (!name.includes(call)) continue;
    await measure(ordinary); // warm
    const calm = [await measure(ordinary)];
    const ofWorst: typeof rows = [];
    for (const [kind, bytes] of Object.entries(worst)) {
      // Refused by its head: no body that the limits allow.
      const isJudged = kind !== CRUMBS;
      const busy = [await measure(bytes)];
      const ratio = () => times(middle(busy), middle(calm));
      const isTooMuch = () => isJudged && Math.max(ratio().live, ratio().tick) > BODY_RATIO;
      // A p99 is the few worst moments of some seconds. What looks too bad is measured again, and the middle counts.
      for (let again = 0; again < 2 && isTooMuch(); again += 1) {
        calm.push(await measure(ordinary), await measure(ordinary));
        busy.push(await measure(bytes), await measure(bytes));
      }
      const { live, tick } = ratio();
      const felt = middle(busy);
      ofWorst.push(['', kind, felt.live, live, felt.tick, tick, felt.sent]);
      if (!isJudged) continue;
      goal(live <= BODY_RATIO, `/livez beside ${name}, ${kind}: ${live.toFixed(1)} times`);
      goal(tick <= BODY_RATIO, `a tick beside ${name}, ${kind}: ${tick.toFixed(1)} times`);
    }
    const felt = middle(calm);
    rows.push([name, 'ordinary', felt.live, '', felt.tick, '', felt.sent], ...ofWorst);
    print(`${name}: done`);
  }
  await product.stop();
  print(
    table([`p99 in ms beside ${SENDERS} senders`, 'body', '/livez', 'x', 'tick', 'x', 'their answers'], rows),
  );
};

for (const [name, run] of Object.entries({ logins, connections, overload, bodies })) {
  if (only && !only.includes(name)) continue;
  await run();
  print('');
}
for (const miss of misses) print(`Missed: ${miss}`);
if (misses.length > 0) process.exitCode = 1;
process.exit();
