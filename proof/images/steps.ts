import { table } from '../../bench/figures.ts';

/** What is tried, one step after the other, and what became of each. */
export interface Steps {
  /** Work may return what was measured. Throws when it fails, so that what builds on it is not tried. */
  step: (words: string, work: () => Promise<string | void>) => Promise<void>;
  /** What cannot be tried here, and why. */
  skip(words: string, why: string): void;
  /** Steps that build on each other; a failure ends these alone. */
  group(name: string, work: () => Promise<void>): Promise<void>;
  /** Says what became of everything; whether all passed. */
  end(): boolean;
}

export const createSteps = (print: (line: string) => void): Steps => {
  const rows: string[][] = [];
  let hasFailed = false;
  let current = '';
  const note = (words: string, outcome: string, measured: string): void => {
    rows.push([current, words, outcome, measured]);
    print(`${outcome}: ${words}${measured && ` (${measured})`}`);
  };
  return {
    step: async (words, work) => {
      try {
        note(words, 'passed', (await work()) ?? '');
      } catch (error) {
        note(words, 'failed', '');
        throw error;
      }
    },
    skip: (words, why) => note(words, 'not run', why),
    group: async (name, work) => {
      current = name;
      print(`\n== ${name}`);
      try {
        await work();
      } catch (error) {
        hasFailed = true;
        print(error instanceof Error ? error.message : String(error));
        print('What builds on this was not run.');
      }
    },
    end: () => {
      print(`\n${table(['Part', 'Step', 'Outcome', 'Measured'], rows)}`);
      return !hasFailed;
    },
  };
};

export const holds = (isSo: boolean, words: string): void => {
  if (!isSo) throw new Error(`It does not hold: ${words}.`);
};

/** What work took. */
export const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
