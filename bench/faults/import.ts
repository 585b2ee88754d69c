import { randomInt } from 'node:crypto';
import { ADMIN_PASSWORD } from '../product.ts';
import { call, must, pause } from './call.ts';
import { createMachine } from './machine.ts';
import { newOutcome, type Outcome } from './outcome.ts';

/** A restart in the middle of an import: all rows or none. */

const rowsOf = (round: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    username: `imported-${round}-${n}`,
    email: `imported-${round}-${n}@import.example`,
    role: n % 10 === 0 ? 'teacher' : 'student',
  }));

export const killImport = async ({ times = 6, rows = 500 } = {}): Promise<Outcome> => {
  const outcome = newOutcome('restart during an import');
  const machine = await createMachine();
  const counts: number[] = [];
  try {
    machine.launch();
    await machine.ready();
    const school = await must(machine.url, 'POST /admin/schools', {
      admin: ADMIN_PASSWORD,
      json: { name: 'Import', domain_pattern: '@import.example' },
    });
    const address = `POST /admin/schools/${school.body.id}/batch-import`;
    const send = (round: number) =>
      call(machine.url, address, { admin: ADMIN_PASSWORD, json: rowsOf(round, rows) });
    const count = async (round: number): Promise<number> => {
      const db = await machine.connect();
      const found = await db.query<{ n: number }>(
        `select count(*)::int as n from users where username like 'imported-' || $1 || '-%'`,
        [round],
      );
      await db.end();
      return found.rows[0]?.n ?? 0;
    };

    // How long an undisturbed one takes, to know when to strike.
    const whole = await send(0);
    if (whole?.status !== 200 || (await count(0)) !== rows) {
      outcome.misses.push(
        `an undisturbed import answered ${whole?.status}: ${JSON.stringify(whole?.body).slice(0, 200)}`,
      );
      return outcome;
    }
    for (let round = 1; round <= times; round += 1) {
      const answer = send(round);
      // Most of it is hashing; the transaction is at the very end, so half of the strikes are there.
      const at =
        round % 2 ? randomInt(Math.ceil(whole.ms)) : whole.ms * 0.97 + randomInt(Math.ceil(whole.ms * 0.05));
      await pause(at);
      machine.signal('SIGKILL');
      await machine.ended();
      const status = (await answer)?.status;
      machine.launch();
      await machine.ready();
      const found = await count(round);
      counts.push(found);
      if (found !== 0 && found !== rows) outcome.misses.push(`${found} of ${rows} rows are there`);
      if (status === 200 && found !== rows) outcome.misses.push('an acknowledged import is lost');
    }
    outcome.done = `kill -9, ${times} times, ${rows} rows`;
    outcome.figures.push(
      `rows afterwards: ${counts.join(', ')}`,
      `an import takes ${(whole.ms / 1000).toFixed(1)} s`,
    );
    return outcome;
  } finally {
    await machine.remove();
  }
};
