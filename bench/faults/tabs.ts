import { randomInt } from 'node:crypto';
import { audit, makeSchool, onDisk } from './books.ts';
import { call } from './call.ts';
import { createLedger } from './ledger.ts';
import { createMachine } from './machine.ts';
import { newOutcome, noteStatuses, type Outcome } from './outcome.ts';
import { DOMAIN, registerStudents, tick } from './writers.ts';

/** Two tabs with four clients each, one student, the same few papers: the last acknowledged value stands. */
export const manyTabs = async ({ writes = 10_000, clients = 8 } = {}): Promise<Outcome> => {
  const outcome = newOutcome('two tabs, one student');
  const machine = await createMachine();
  try {
    machine.launch();
    await machine.ready();
    const db = await machine.connect();
    await makeSchool(db, DOMAIN);
    const students = await registerStudents(machine.url, 1);
    const [student] = students;
    if (!student) return outcome;
    const ledger = createLedger();
    const statuses: { status: number }[] = [];
    const send: Parameters<typeof tick>[0] = async (address, sent) => {
      const answer = await call(machine.url, address, sent);
      statuses.push({ status: answer?.status ?? 0 });
      return answer;
    };
    let left = writes;
    const began = performance.now();
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (left > 0) {
          left -= 1;
          await tick(send, ledger, student);
          // Now and then a list of subjects, which takes the same lock.
          if (randomInt(50) === 0) {
            await send('POST /subjects', {
              token: student.token,
              json: { subjects: ['math_aa_hl', 'physics_hl'] },
            });
          }
        }
      }),
    );
    const took = (performance.now() - began) / 1000;
    noteStatuses(outcome, 'answers', statuses, [200]);
    outcome.misses.push(
      ...(await audit(machine.url, db, onDisk(machine.dataDir), students, ledger)).slice(0, 5),
    );
    const { rows } = await db.query<{ deadlocks: number }>(
      `select deadlocks::int from pg_stat_database where datname = current_database()`,
    );
    if (rows[0]?.deadlocks !== 0) outcome.misses.push(`${rows[0]?.deadlocks} deadlocks`);
    await db.end();
    outcome.done = `${clients} clients, ${writes.toLocaleString('en')} writes`;
    outcome.figures.push(`${(writes / took).toFixed(0)} writes a second`);
    return outcome;
  } finally {
    await machine.remove();
  }
};
