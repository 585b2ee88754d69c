/** A place in a file, and what to put there to take one guard away. */
export interface Mutant {
  /** Stays the same while the file and the guard do; a run that was broken off goes on by it. */
  id: string;
  kind: Kind;
  file: string;
  line: number;
  /** What is taken away, as it stands. */
  guard: string;
  start: number;
  end: number;
  replacement: string;
}

type Kind =
  /** Who may call, as an endpoint declares it. */
  | 'access'
  /** Who is admitted by such a declaration. */
  | 'admission'
  /** A refusal in code. */
  | 'refusal'
  /** A step that throws if something is wrong, that counts attempts, or that ends sessions. */
  | 'step'
  /** A condition in SQL. */
  | 'condition'
  /** Pointed at by hand. */
  | 'named';

const lineAt = (source: string, index: number): number => source.slice(0, index).split('\n').length;

const MAX_GUARD = 140;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_GUARD);

export const makeMutant = (
  source: string,
  {
    file,
    kind,
    start,
    end,
    replacement,
    note = '',
  }: Omit<Mutant, 'id' | 'line' | 'guard'> & { note?: string },
): Mutant => {
  const guard = oneLine(source.slice(start, end)) + (note && ` -> ${note}`);
  return { id: '', kind, file, line: lineAt(source, start), guard, start, end, replacement };
};

/** The same guard may stand in a file twice; then it is the first and the second. */
export const withIds = (mutants: Mutant[]): Mutant[] => {
  const seen = new Map<string, number>();
  return mutants.map((mutant) => {
    const name = `${mutant.file} ${mutant.kind}: ${mutant.guard}`;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return { ...mutant, id: nth === 1 ? name : `${name} #${nth}` };
  });
};

export const applyTo = (source: string, { start, end, replacement }: Mutant): string =>
  source.slice(0, start) + replacement + source.slice(end);
