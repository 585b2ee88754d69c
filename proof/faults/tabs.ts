import { randomInt } from 'node:crypto';
import { noteStatuses, type Outcome } from './outcome.ts';
import { runScenario } from './scenario.ts';
import { tick } from './students.ts';

/** Two tabs with four clients each, one student, the same few papers: the last acknowledged value stands. */
export const manyTabs = ({ writes = 10_000, clients = 8 } = {}): Promise<Outcome> =>
  runScenario('two tabs, one student', { writers: 1 }, async ({ outcome, machine, students, ledger }) => {
    const [student] = students;
    if (!student) throw new Error('There is no student.');
    const statuses: { status: number }[] = [];
    const send: Parameters<typeof tick>[0] = async (address, request) => {
      const answer = await machine.call(address, request);
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
          if (randomInt(50) > 0) continue;
          const json = { subjects: ['math_aa_hl', 'physics_hl'] };
          await send('POST /subjects', { token: student.token, json });
        }
      }),
    );
    const took = (performance.now() - began) / 1000;
    noteStatuses(outcome, 'answers', statuses, [200]);
    outcome.figures.push(`${(writes / took).toFixed(0)} writes a second`);
    const db = await machine.connect();
    const { rows } = await db.query<{ deadlocks: number }>(
      `select deadlocks::int from pg_stat_database where datname = current_database()`,
    );
    await db.end();
    if (rows[0]?.deadlocks !== 0) outcome.misses.push(`${rows[0]?.deadlocks} deadlocks`);
    return `${clients} clients, ${writes.toLocaleString('en')} writes`;
  });
