import type { ClientConfig } from 'pg';
import { audit, type Objects, onDisk } from './audit.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createMachine, type Machine } from './machine.ts';
import { newOutcome, type Outcome } from './outcome.ts';
import { DOMAIN, registerStudents, type Student, startWriters, type Writers } from './students.ts';

export interface Scenario {
  outcome: Outcome;
  machine: Machine;
  students: readonly Student[];
  ledger: Ledger;
  /** Sets all students to work. */
  startWriters: () => Writers;
  /** Compares what was acknowledged with what is there. */
  audit: () => Promise<void>;
}

export interface ScenarioOptions {
  writers?: number | undefined;
  dataDir?: string;
  environment?: Record<string, string>;
  database?: ClientConfig;
  /** Where the files are, if not in its folder. */
  objects?: Objects;
}

const MOST_FAULTS_NAMED = 5;

/**
 * A running product with a school and students in it, to which something happens in `run`, which says in words what it
 * did. Afterwards every acknowledged write must be there.
 */
export const runScenario = async (
  fault: string,
  { writers = 8, objects, ...options }: ScenarioOptions,
  run: (scenario: Scenario) => Promise<string>,
): Promise<Outcome> => {
  const outcome = newOutcome(fault);
  const machine = await createMachine(options);
  const ledger = createLedger();
  let work: Writers | undefined;
  try {
    await machine.launch();
    await machine.ready();
    await makeSchool(machine);
    const students = await registerStudents(machine, writers);
    const scenario: Scenario = {
      outcome,
      machine,
      students,
      ledger,
      startWriters: () => (work = startWriters(machine, students, ledger)),
      audit: async () => {
        const wrong = await audit(machine, objects ?? onDisk(machine.dataDir), students, ledger);
        outcome.misses.push(...wrong.slice(0, MOST_FAULTS_NAMED));
      },
    };
    outcome.done = await run(scenario);
    await work?.stop();
    await scenario.audit();
    outcome.figures.unshift(`${ledger.acknowledged().toLocaleString('en')} writes acknowledged`);
    return outcome;
  } finally {
    await work?.stop();
    await machine.remove();
  }
};

/** So that there are sums to be kept. */
const makeSchool = async (machine: Machine): Promise<void> => {
  const db = await machine.connect();
  await db.query(`insert into schools (name, domain_pattern) values ($1, $2)`, [DOMAIN, `@${DOMAIN}`]);
  await db.end();
};
