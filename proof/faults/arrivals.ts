import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Machine, timed } from './machine.ts';
import { noteTimes, type Outcome } from './outcome.ts';
import { runScenario } from './scenario.ts';
import type { Student } from './students.ts';

/** Told to stop while clients go on coming: each of them is answered, until no connection is to be had any more. */

const STOP_WITHIN_MS = 10_000;
const MOST_PAUSE_MS = 20;

/** The status; or that no connection was to be had; or that one was, and broke. */
type Fate = number | 'refused' | 'reset';

/** A write over a connection of this agent's. */
const write = (agent: Agent, url: string, token: string): Promise<Fate> =>
  new Promise((resolve) => {
    const broke = ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED' ? 'refused' : 'reset');
    const body = JSON.stringify({ subjects: ['physics_hl'] });
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const sent = request(new URL('/api/subjects', url), { agent, method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', broke);
    });
    sent.on('error', broke);
    sent.end(body);
  });

const stopOnce = async (machine: Machine, students: readonly Student[], keepAlive: boolean) => {
  const fates: Fate[] = [];
  const ends = students.map(async ({ token }, n) => {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    for (let fate: Fate = 0; fate !== 'refused'; ) {
      fate = await write(agent, machine.url, token);
      fates.push(fate);
      // One half comes again at once, the other takes its time.
      if (n % 2 === 0) await pause(randomInt(MOST_PAUSE_MS));
    }
    agent.destroy();
  });
  while (fates.length < students.length * 10) await pause(5);
  const before = fates.length;
  const { process: child } = machine.running();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const took = await timed(() => ended);
  await Promise.all(ends);
  return { code: child.exitCode, took, fates, late: fates.length - before - students.length };
};

export const stopAmongArrivals = ({
  keepAlive,
  rounds = 16,
  clients = 24,
}: {
  keepAlive: boolean;
  rounds?: number;
  clients?: number;
}): Promise<Outcome> =>
  runScenario(
    `SIGTERM while clients come, ${keepAlive ? 'with' : 'without'} keep-alive`,
    { writers: clients },
    async ({ outcome, machine, students }) => {
      const took: number[] = [];
      let late = 0;
      for (let round = 0; round < rounds; round += 1) {
        const result = await stopOnce(machine, students, keepAlive);
        took.push(result.took);
        late += result.late;
        const wrong = result.fates.filter((fate) => ![200, 503, 'refused'].includes(fate));
        if (result.code !== 0) outcome.misses.push(`it ended with ${String(result.code)}`);
        if (wrong.length > 0) outcome.misses.push(`${wrong.length} fates such as ${wrong[0]}`);
        await machine.launch();
        await machine.ready();
      }
      outcome.figures.push(`${late.toLocaleString('en')} calls answered after it was told`);
      noteTimes(outcome, 'ended after', took, STOP_WITHIN_MS);
      return `${rounds} times, ${clients} clients`;
    },
  );
