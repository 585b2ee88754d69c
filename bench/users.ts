import { CALL_NAMES, type CallName, type Cost, measureCall, prepareCalls } from './calls.ts';
import { startWithData } from './data.ts';
import { median } from './figures.ts';
import { ADMIN_PASSWORD } from './product.ts';
import { line, report, rounds } from './rows.ts';

/**
 * What the long lists cost the server: 50,000 users, a class of 150. Beside each the profile, which is the least that a
 * call of somebody who is logged in can be. How the lists feel in the browser is measured by bench/web.ts.
 */

const ROUNDS = rounds(5, 2);
const CONNECTIONS = 1;
const SECONDS = 1;

const product = await startWithData('town');
try {
  const calls = await prepareCalls(product);
  const names = CALL_NAMES.filter((name) => /^(page|search|counts|grid)/.test(name));
  const costs = new Map<CallName, Cost[]>();
  const measure = async (name: CallName, seconds: number) =>
    measureCall(product, calls[name], { connections: CONNECTIONS, seconds });
  const all: CallName[] = ['profile', ...names];
  for (const name of all) await measure(name, 0.5); // warm
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of all) {
      const known = costs.get(name) ?? [];
      known.push(await measure(name, SECONDS));
      costs.set(name, known);
    }
  }
  const page = await fetch(`${product.url}/api/admin/users?limit=100`, {
    headers: { 'x-admin-password': ADMIN_PASSWORD },
  });
  const bytes = (await page.text()).length;

  const of = (name: CallName) => (costs.get(name) ?? []).map(({ middle }) => middle);
  report([
    ...names.map((name) =>
      line(`${name}, of 50,000 users, one at a time, bare: a profile`, {
        values: of(name),
        unit: 'ms',
        bare: of('profile'),
      }),
    ),
    line('a page of 100 of 50,000 users', { values: [bytes / 1024], unit: 'KB' }),
    line('processor time of the server for such a page', {
      values: [median((costs.get('page of users, newest') ?? []).map(({ server }) => server))],
      unit: 'ms',
    }),
  ]);
} finally {
  await product.stop();
}
