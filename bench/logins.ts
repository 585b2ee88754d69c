import { median, print, quantile, table } from './figures.ts';
import { load } from './load.ts';
import { PASSWORD, registerStudent, startProduct } from './product.ts';

/** What logins cost everybody else: a student's ticks and profile while 50 others log in over and over. */

const OTHERS = 50;
const SECONDS = 8;

const product = await startProduct();
const token = await registerStudent(product.url, 'ticking');
await registerStudent(product.url, 'other');

const tick = (_caller: number, turn: number) => ({
  method: 'POST',
  path: '/api/completion',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify({
    subject_id: 'math_aa_hl',
    year: 2017 + (turn % 8),
    session: 'November',
    paper: 'paper1',
    timezone: null,
    is_completed: turn % 2 === 0,
    score: null,
  }),
});
const profile = () => ({
  method: 'GET',
  path: '/api/users/me',
  headers: { authorization: `Bearer ${token}` },
});
const login = () => ({
  method: 'POST',
  path: '/api/token',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `username=other&password=${encodeURIComponent(PASSWORD)}`,
});

const measure = async () => {
  const [ticks, profiles] = await Promise.all([
    load(product.url, 1, SECONDS, tick),
    load(product.url, 1, SECONDS, profile),
  ]);
  return { ticks, profiles };
};

await load(product.url, 4, 2, tick); // warm
const idle = await measure();
const [busy, logins] = await Promise.all([measure(), load(product.url, OTHERS, SECONDS, login)]);
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
    ['call', 'answers', 'median ms', 'p95 ms', 'p99 ms'],
    [
      row('tick, nobody logs in', idle.ticks.times),
      row(`tick, ${OTHERS} log in`, busy.ticks.times),
      row('profile, nobody logs in', idle.profiles.times),
      row(`profile, ${OTHERS} log in`, busy.profiles.times),
      row(`login, ${OTHERS} at once`, logins.times),
    ],
  ),
);
print(
  `Logins: ${(logins.times.length / logins.seconds).toFixed(0)} a second; ` +
    [...logins.statuses].map(([status, count]) => `${status}: ${count}`).join(', '),
);
