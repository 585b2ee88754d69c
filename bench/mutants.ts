import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { print, table } from './figures.ts';
import { checkSql } from './mutants/check-sql.ts';
import { copyProject } from './mutants/copy.ts';
import { findMutants } from './mutants/find.ts';
import { applyTo, type Mutant } from './mutants/mutant.ts';
import { whyRedundant } from './mutants/redundant.ts';
import { type Failure, openTests } from './mutants/tests.ts';
import { type Stage, stagesFor } from './mutants/which-tests.ts';
import { PROJECT } from './product.ts';
import { isHurried } from './rows.ts';

/**
 * Takes away every guard and every condition on whose something is, one at a time, in a copy of the project, and runs
 * the tests: one has to fail. It takes an hour or so; what was killed once is remembered while its file does not
 * change, so a run that was broken off goes on.
 *
 *   npm run bench -- mutants [--only TEXT] [--kind KIND] [--list] [--anew] [--quick]
 *
 * In a hurry only the tests that are the likeliest to fail are run: a first look.
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    kind: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    anew: { type: 'boolean', default: false },
  },
});

const WANTED_SHARE = 0.99;
const NOTES = join(PROJECT, 'dist', 'mutants.json');

/** What is known of a mutant: by which test it died, or that none minded. */
interface Note {
  fileHash: string;
  killedBy: Failure;
}
type Notes = Record<string, Note>;

const readNotes = (): Notes =>
  !values.anew && existsSync(NOTES) ? (JSON.parse(readFileSync(NOTES, 'utf8')) as Notes) : {};
const writeNotes = (notes: Notes): void => {
  mkdirSync(dirname(NOTES), { recursive: true });
  writeFileSync(NOTES, JSON.stringify(notes, undefined, 1));
};

/** The machine's fault, not a test's word. */
const isAccident = (failure: Failure): boolean =>
  /ECONNREFUSED|ENOSPC|EMFILE|too many clients|Worker .* crashed|heap out of memory/i.test(
    failure?.message ?? '',
  );

const { root, remove } = await copyProject(PROJECT);
const all = findMutants(root);
const counted = all.filter((mutant) => whyRedundant(mutant) === undefined);
const chosen = counted.filter(({ id, kind }) => id.includes(values.only) && kind.startsWith(values.kind));
if (values.list) {
  for (const { id, line } of chosen) print(`${id} (line ${line})`);
  print(`${chosen.length} of ${all.length}`);
  await remove();
  process.exit(0);
}

const notes = readNotes();
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
const sources = new Map(
  [...new Set(all.map(({ file }) => file))].map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);
const sourceOf = ({ file }: Mutant): string => sources.get(file) ?? '';
const noteOf = (mutant: Mutant): Note | undefined => {
  const note = notes[mutant.id];
  return note?.fileHash === hashOf(sourceOf(mutant)) ? note : undefined;
};

let tests = await openTests(root);
const change = async (mutant: Mutant, text: string): Promise<void> => {
  writeFileSync(join(root, mutant.file), text);
  tests.invalidate(mutant.file);
  if (!mutant.file.endsWith('.sql')) return;
  // The database's template is made once per start.
  await tests.close();
  tests = await openTests(root);
};

/** A test that fails anyway kills everything, and says nothing: what is run on a mutant passes without one. */
const passing = new Set<string>();
const failing = new Set<string>();
const ensurePassing = async ({ files }: Stage, mutant: Mutant): Promise<void> => {
  if (passing.has(files.source)) return;
  await change(mutant, sourceOf(mutant));
  for (;;) {
    const failure = await tests.run(files, { without: failing });
    if (!failure) break;
    print(`Left out, because it fails without a mutant: ${failure.test}: ${failure.message}`);
    failing.add(failure.file);
  }
  passing.add(files.source);
  await change(mutant, applyTo(sourceOf(mutant), mutant));
};

const kill = async (mutant: Mutant): Promise<Failure> => {
  await change(mutant, applyTo(sourceOf(mutant), mutant));
  try {
    for (const stage of stagesFor(mutant).slice(0, isHurried ? 2 : undefined)) {
      await ensurePassing(stage, mutant);
      const run = () => tests.run(stage.files, { named: stage.named, without: failing });
      let failure = await run();
      // A machine that stood still for a while is not a mutant that does.
      if (failure?.message.includes('timed out')) failure = await run();
      if (isAccident(failure)) throw new Error(`${mutant.id}: ${failure?.message}`);
      if (failure) return failure;
    }
    return undefined;
  } finally {
    await change(mutant, sourceOf(mutant));
  }
};

try {
  const left = chosen.filter((mutant) => !noteOf(mutant)?.killedBy);
  print(`${chosen.length} mutants, ${chosen.length - left.length} of them known to be killed.`);
  await checkSql(root, left, tests);
  for (const [index, mutant] of left.entries()) {
    const began = performance.now();
    const killedBy = await kill(mutant);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    notes[mutant.id] = { fileHash: hashOf(sourceOf(mutant)), killedBy };
    writeNotes(notes);
    const fate = killedBy ? 'killed' : 'SURVIVED';
    print(`${index + 1}/${left.length} ${fate} ${mutant.id} (line ${mutant.line}, ${seconds} s)`);
    if (killedBy) print(`    by ${killedBy.test}: ${killedBy.message}`);
  }
} finally {
  await tests.close();
  await remove();
}

const kinds = [...new Set(chosen.map(({ kind }) => kind))];
const isKilled = (mutant: Mutant) => noteOf(mutant)?.killedBy !== undefined;
const survivors = chosen.filter((mutant) => !isKilled(mutant));
const share = (chosen.length - survivors.length) / chosen.length;
print('');
print(
  table(
    ['kind', 'mutants', 'killed', 'survived'],
    [
      ...kinds.map((kind) => [kind, chosen.filter((one) => one.kind === kind)] as const),
      ['all', chosen] as const,
    ].map(([name, some]) => {
      const killed = some.filter(isKilled).length;
      return [name, String(some.length), String(killed), String(some.length - killed)];
    }),
  ),
);
for (const { id, line } of survivors) print(`Survived: ${id} (line ${line})`);
for (const mutant of all) {
  const why = whyRedundant(mutant);
  if (why !== undefined) print(`Not counted: ${mutant.id} (line ${mutant.line}): ${why}`);
}
for (const file of failing) print(`Left out, because it fails without a mutant: ${file}`);
print(`${(share * 100).toFixed(1)}% killed; at least ${WANTED_SHARE * 100}% are wanted.`);
process.exitCode = share >= WANTED_SHARE ? 0 : 1;
