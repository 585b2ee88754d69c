import { Agent } from 'node:http';
import { makeSchool, onDisk } from './books.ts';
import { must, pause, tickOver } from './call.ts';
import { createMachine, type Machine, makeDataDir, timed } from './machine.ts';
import { newOutcome, noteTimes, type Outcome } from './outcome.ts';
import { DOMAIN, registerStudents, type Student } from './writers.ts';

/** Told to stop under load, and a second server on the same data. */

const STOP_WITHIN_MS = 10_000;

/** Every tick of a run is of a paper of its own, so that afterwards it can be told which took effect. */
const papers = Array.from({ length: 11 * 2 * 3 * 3 }, (_, n) => ({
  subject_id: ['physics_hl', 'chemistry_hl', 'biology_hl'][n % 3] ?? '',
  paper: `paper${1 + (Math.floor(n / 3) % 3)}`,
  year: 2014 + (Math.floor(n / 9) % 11),
  session: n < 99 ? 'May' : 'November',
})).filter(({ year, session }) => year !== 2020 || session !== 'May');

const keyOf = ({ subject_id, year, session, paper }: (typeof papers)[number]) =>
  `${subject_id}-${year}-${session}-${paper}`;

interface Sent {
  student: Student;
  key: string;
  /** Undefined when no answer came. */
  status: number | undefined;
  /** Whether the server was told to stop before this was sent. */
  isLate: boolean;
}

const stopOnce = async (outcome: Outcome, machine: Machine, students: readonly Student[]) => {
  const url = new URL(machine.url);
  let isStopping = false;
  const sent: Sent[] = [];
  const ends = students.map(async (student) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const paper of papers) {
      const isLate = isStopping;
      const json = { ...paper, timezone: null, is_completed: true, score: 50 };
      const fate = await tickOver(agent, url, student.token, json);
      const status = typeof fate === 'number' ? fate : undefined;
      sent.push({ student, key: keyOf(paper), status, isLate });
      if (isLate && status === undefined) break;
    }
    agent.destroy();
  });
  while (sent.length < students.length * 4) await pause(5);
  isStopping = true;
  machine.signal('SIGTERM');
  let code: number | null = null;
  const took = await timed(async () => {
    code = await machine.ended();
  });
  await Promise.all(ends);
  if (code !== 0) outcome.misses.push(`it ended with ${String(code)}`);
  const unanswered = sent.filter(({ isLate, status }) => !isLate && status === undefined);
  if (unanswered.length > 0) outcome.misses.push(`${unanswered.length} accepted requests were not answered`);
  const wrong = sent.filter(({ status }) => status !== undefined && status !== 200 && status !== 503);
  if (wrong.length > 0) outcome.misses.push(`${wrong.length} answers such as ${wrong[0]?.status}`);

  machine.launch();
  await machine.ready();
  for (const student of students) {
    const found = (await must(machine.url, 'GET /completion', { token: student.token })).body;
    for (const { key, status } of sent.filter((one) => one.student === student)) {
      const isThere = found[key] !== undefined;
      if (status === 200 && !isThere) outcome.misses.push(`an acknowledged tick is lost: ${key}`);
      // Taken in, done, and not answered.
      if (status === undefined && isThere) outcome.misses.push(`an unanswered tick took effect: ${key}`);
    }
  }
  return { took, answered: sent.filter(({ status }) => status === 200).length };
};

export const stopUnderLoad = async ({ times = 5, clients = 16 } = {}): Promise<Outcome> => {
  const outcome = newOutcome('SIGTERM under load');
  const machine = await createMachine();
  const took: number[] = [];
  let answered = 0;
  try {
    machine.launch();
    await machine.ready();
    const db = await machine.connect();
    await makeSchool(db, DOMAIN);
    await db.end();
    for (let round = 0; round < times; round += 1) {
      const students = await registerStudents(machine.url, clients, `round${round}-`);
      const result = await stopOnce(outcome, machine, students);
      took.push(result.took);
      answered += result.answered;
    }
    outcome.done = `${times} times, ${clients} clients`;
    outcome.figures.push(`${answered.toLocaleString('en')} writes acknowledged`);
    noteTimes(outcome, 'ended after', took, STOP_WITHIN_MS);
    return outcome;
  } finally {
    await machine.remove();
  }
};

export const secondServer = async (): Promise<Outcome> => {
  const outcome = newOutcome('second server on the same data');
  const dataDir = await makeDataDir();
  const [first, second] = [await createMachine({ dataDir }), await createMachine({ dataDir })];
  try {
    first.launch();
    await first.ready();
    const [student] = await registerStudents(first.url, 1);
    second.launch();
    const code = await second.ended();
    if (code !== 1) outcome.misses.push(`the second ended with ${code}`);
    if (!second.output().includes('Another Tickmark server is already using')) {
      outcome.misses.push(`the second said: ${second.output()}`);
    }
    await must(first.url, 'GET /completion', { token: student?.token });
    if ((await onDisk(dataDir).list()).length > 0) outcome.misses.push('the second left files');
    outcome.done = 'started beside the first';
    outcome.figures.push(
      `refused: ${second.output().trim().split('\n').at(-1)?.replace(dataDir, 'DATA_DIR')}`,
    );
    return outcome;
  } finally {
    await second.remove();
    await first.remove();
  }
};
