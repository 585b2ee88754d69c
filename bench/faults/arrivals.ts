import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { pause, type TickFate, tickOver } from './call.ts';
import { createMachine, type Machine, timed } from './machine.ts';
import { newOutcome, noteTimes, type Outcome } from './outcome.ts';
import { registerStudents, type Student } from './writers.ts';

/** Told to stop while clients go on coming: each of them is answered, until no connection is to be had any more. */

const STOP_WITHIN_MS = 10_000;
const MOST_PAUSE_MS = 20;

const TICK = {
  subject_id: 'physics_hl',
  year: 2019,
  session: 'November',
  paper: 'paper1',
  timezone: null,
  is_completed: true,
  score: 50,
};

const stopOnce = async (machine: Machine, students: readonly Student[], keepAlive: boolean) => {
  const url = new URL(machine.url);
  const fates: TickFate[] = [];
  const ends = students.map(async (student, n) => {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    for (let fate: TickFate = 0; fate !== 'refused'; ) {
      fate = await tickOver(agent, url, student.token, TICK);
      fates.push(fate);
      // One half comes again at once, the other takes its time.
      if (n % 2 === 0) await pause(randomInt(MOST_PAUSE_MS));
    }
    agent.destroy();
  });
  while (fates.length < students.length * 10) await pause(5);
  const before = fates.length;
  machine.signal('SIGTERM');
  let code: number | null = null;
  const took = await timed(async () => {
    code = await machine.ended();
  });
  await Promise.all(ends);
  return { code, took, fates, late: fates.length - before - students.length };
};

export const stopAmongArrivals = async ({
  keepAlive,
  rounds = 16,
  clients = 24,
}: {
  keepAlive: boolean;
  rounds?: number;
  clients?: number;
}): Promise<Outcome> => {
  const outcome = newOutcome(`SIGTERM while clients come, ${keepAlive ? 'with' : 'without'} keep-alive`);
  const machine = await createMachine();
  const took: number[] = [];
  let late = 0;
  let resets = 0;
  try {
    machine.launch();
    await machine.ready();
    const students = await registerStudents(machine.url, clients);
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) {
        machine.launch();
        await machine.ready();
      }
      const result = await stopOnce(machine, students, keepAlive);
      took.push(result.took);
      late += result.late;
      resets += result.fates.filter((fate) => fate === 'reset').length;
      if (result.code !== 0) outcome.misses.push(`it ended with ${String(result.code)}`);
      const wrong = result.fates.filter((fate) => typeof fate === 'number' && fate !== 200 && fate !== 503);
      if (wrong.length > 0) outcome.misses.push(`${wrong.length} answers such as ${wrong[0]}`);
    }
    if (resets > 0) outcome.misses.push(`${resets} connections were reset`);
    outcome.done = `${rounds} times, ${clients} clients`;
    outcome.figures.push(`${resets} resets, ${late.toLocaleString('en')} calls answered after it was told`);
    noteTimes(outcome, 'ended after', took, STOP_WITHIN_MS);
    return outcome;
  } finally {
    await machine.remove();
  }
};
