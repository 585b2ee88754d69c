/**
 * What was asked of the product and what it acknowledged, noted outside of it. An answer 2xx is an acknowledgement; 4xx
 * means that nothing was done; 5xx or no answer at all leave open whether it was done.
 */

export type Fate = 'acknowledged' | 'refused' | 'open';

export const fateOf = (status: number | undefined): Fate => {
  if (status === undefined || status >= 500) return 'open';
  return status < 300 ? 'acknowledged' : 'refused';
};

interface Noted {
  /** By one clock for all writes: what began later has a larger number. */
  began: number;
  ended: number;
  fate: Fate;
}

export interface Tick extends Noted {
  student: string;
  key: string;
  isCompleted: boolean;
  score: number | null;
}
interface Upload extends Noted {
  student: string;
  key: string;
  /** Of a PDF, which is kept byte for byte; a picture is re-encoded. */
  sha256: string | undefined;
  publicId: string | undefined;
}
interface Removal extends Noted {
  publicId: string;
}
interface Registration extends Noted {
  username: string;
  token: string | undefined;
}

export interface Ledger {
  ticks: Tick[];
  uploads: Upload[];
  removals: Removal[];
  registrations: Registration[];
  /** Notes what is about to be sent; the answer is noted with what comes back. */
  begin(): number;
  end(): number;
  acknowledged(): number;
}

export const createLedger = (): Ledger => {
  let clock = 0;
  const turn = () => (clock += 1);
  const ledger: Ledger = {
    ticks: [],
    uploads: [],
    removals: [],
    registrations: [],
    begin: turn,
    end: turn,
    acknowledged: () =>
      [ledger.ticks, ledger.uploads, ledger.removals, ledger.registrations]
        .flat()
        .filter(({ fate }) => fate === 'acknowledged').length,
  };
  return ledger;
};

const valueOf = ({ isCompleted, score }: Pick<Tick, 'isCompleted' | 'score'>) =>
  JSON.stringify([isCompleted, isCompleted ? score : null]);

/**
 * What a paper may say in the end: of the writes that happened or may have happened, any after which no acknowledged
 * one began. `undefined` stands for no record, which is right only while nothing was acknowledged.
 */
const possibleValues = (writes: readonly Tick[]): Set<string | undefined> => {
  const acknowledged = writes.filter(({ fate }) => fate === 'acknowledged');
  const lastBegan = Math.max(0, ...acknowledged.map(({ began }) => began));
  const possible = writes.filter(({ fate, ended }) => fate !== 'refused' && ended > lastBegan).map(valueOf);
  return new Set(acknowledged.length === 0 ? [undefined, ...possible] : possible);
};

/** The papers that do not say what they must, in words. `found` is what `GET /completion` answers per student. */
export const wrongTicks = (
  ticks: readonly Tick[],
  found: ReadonlyMap<string, Record<string, { is_completed: boolean; score: number | null }>>,
): string[] => {
  const byPaper = new Map<string, Tick[]>();
  for (const tick of ticks) {
    const paper = `${tick.student} ${tick.key}`;
    byPaper.set(paper, [...(byPaper.get(paper) ?? []), tick]);
  }
  return [...byPaper].flatMap(([paper, writes]) => {
    const [student = '', key = ''] = paper.split(' ');
    const record = found.get(student)?.[key];
    const value = record && valueOf({ isCompleted: record.is_completed, score: record.score });
    return possibleValues(writes).has(value) ? [] : [`${paper} is ${value ?? 'not there'}`];
  });
};
