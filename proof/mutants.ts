import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { print } from '../bench/figures.ts';
import { PROJECT } from '../bench/product.ts';
import { textOf } from './options.ts';

/**
 * Takes away every guard and every condition on whose something is, one at a time, in a copy of the project, and runs
 * the tests: one has to fail. It takes an hour or so.
 *
 *   npm run proof -- mutants [--only=TEXT] [--list]
 *
 * Guards are found by how they are written here: `if (…) throw` on one line, a step that refuses or counts, a
 * comparison after `where`, `and` or `on`. A survivor is a reason to look, and not always a missing test: some
 * conditions say what something else makes true as well.
 */

interface Mutant {
  file: string;
  line: number;
  guard: string;
  start: number;
  end: number;
  replacement: string;
}

/** Of the first group of the pattern wherever it matches. */
const mutate = (
  file: string,
  source: string,
  pattern: RegExp,
  replacements: (guard: string) => readonly string[],
): Mutant[] =>
  [...source.matchAll(pattern)].flatMap((match) => {
    const guard = match[1] ?? '';
    const start = match.index + match[0].indexOf(guard);
    const line = source.slice(0, start).split('\n').length;
    const place = { file, line, guard, start, end: start + guard.length };
    return replacements(guard).map((replacement) => ({ ...place, replacement }));
  });

/** What each declaration becomes when it guards less. One that guards nothing is not here. */
const WEAKER: Record<string, string[]> = {
  student: ['signedIn', 'anyone'],
  teacher: ['signedIn', 'anyone'],
  schoolAdmin: ['signedIn', 'anyone'],
  tracker: ['signedIn', 'anyone'],
  trackerOrGuest: ['anyone'],
  signedIn: ['anyone'],
  platformAdmin: ['public'],
  schoolManager: ['signedIn', 'anyone'],
};
/** The platform admin is asked for a password instead. */
const CALLERS = ['anonymous', 'student', 'teacher', 'school_admin'];

const ACCESS = /access: '(\w+)'/g;
const ADMITTED = /^ {2}(?!platformAdmin|schoolManager)\w+: (\[[^\]]*\])/gm;
/** Not where something is away or went wrong, which is no refusal. */
const REFUSAL = /\bif \((.+)\)\s+throw (?!new \w*Error|unavailable|translated)/g;
const STEP = /^ +((?:await )?(?:refuse[A-Z]\w*|get[A-Z]\w*|throttle\.\w+|deleteSession\w*)\(.*\);)$/gm;
/** Columns that say whose something is, who somebody is, or whether it still holds. */
const COLUMN =
  '(?:\\w+\\.)?(?:id|\\w+_id|token_hash|email|username_key|username_look|role|status|declined_at|expires_at|domain_pattern|key)';
const CONDITION = new RegExp(
  `\\b(?:where|and|on) (${COLUMN} (?:(?:=|<>|>) (?:any\\(\\$\\d+\\)|\\$\\d+(?:::\\w+)?|'\\w+'|now\\(\\)|[\\w.]+)|is (?:not )?null))`,
  'g',
);

const isCode = (file: string) =>
  /^server\/(features|http)\/.*\.ts$/.test(file) && !/\.test\.|\.queries\.ts$/.test(file);
const isQueries = (file: string) =>
  /^server\/(features|http|db)\/.*\.queries\.ts$/.test(file) && !file.includes('.test.');

const mutantsIn = (file: string, source: string): Mutant[] => {
  if (/^contract\/[\w-]+\.ts$/.test(file)) return mutate(file, source, ACCESS, (name) => WEAKER[name] ?? []);
  if (file === 'domain/permissions.ts') {
    return mutate(file, source, ADMITTED, (list) =>
      CALLERS.filter((caller) => !list.includes(`'${caller}'`)).map(
        (caller) => `${list.slice(0, -1)}, '${caller}']`,
      ),
    );
  }
  // PostgreSQL still has to know the type of every parameter.
  if (isQueries(file)) return mutate(file, source, CONDITION, (condition) => [`(${condition} or true)`]);
  if (!isCode(file)) return [];
  return [
    ...mutate(file, source, REFUSAL, (condition) => [`(${condition}) && false`]),
    ...mutate(file, source, STEP, () => [';']),
  ];
};

const findMutants = (root: string): Mutant[] =>
  ['contract', 'domain', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((file) => file.endsWith('.ts'))
      .toSorted()
      .flatMap((file) => mutantsIn(file, readFileSync(join(root, file), 'utf8'))),
  );

const PARTS = [
  'domain',
  'contract',
  'server',
  'docs',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vitest.config.ts',
];
/** A copy of what the API tests need, in which files may be changed. */
const copyProject = async (): Promise<string> => {
  const root = await mkdtemp(join(tmpdir(), 'tickmark-mutants-'));
  for (const part of PARTS) await cp(join(PROJECT, part), join(root, part), { recursive: true });
  for (const part of ['node_modules', 'dist']) await symlink(join(PROJECT, part), join(root, part));
  return root;
};

/** The tests to run, the likeliest to fail first. */
const stagesFor = (file: string): RegExp[] => {
  const rights = /^server\/http\/(rights|rights-beyond|input)\.test\.ts$/;
  // Not those that start products of their own, or are about the database server.
  const all =
    /^server\/(?!(main|start|data-dir)\.test|several-servers|db\/|operations\/|storage\/|demo\/).*\.test\.ts$/;
  const folder = /^server\/(features\/[\w-]+|http)\//.exec(file)?.[1];
  return folder ? [new RegExp(`^server/${folder}/`), rights, all] : [rights, all];
};

const firstFailure = (modules: readonly TestModule[]): string | undefined => {
  for (const module of modules) {
    for (const test of module.children.allTests('failed')) return test.fullName;
    if (module.errors().length > 0) return module.moduleId;
    for (const suite of module.children.allSuites()) if (suite.errors().length > 0) return suite.fullName;
  }
  return undefined;
};

/** The name of the first test that fails; undefined when none does. */
const runTests = async (vitest: Vitest, root: string, files: RegExp): Promise<string | undefined> => {
  vitest.clearSpecificationsCache();
  const specifications = await vitest.globTestSpecifications();
  const chosen = specifications.filter(({ moduleId }) => files.test(relative(root, moduleId)));
  if (chosen.length === 0) return undefined;
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  // The runner also names the files of earlier runs, with what they found then.
  const isRun = new Set(chosen.map(({ moduleId }) => moduleId));
  const failure = firstFailure(testModules.filter(({ moduleId }) => isRun.has(moduleId)));
  return failure ?? (unhandledErrors.length > 0 ? 'an unhandled error' : undefined);
};

const root = await copyProject();
const only = textOf('only') ?? '';
const mutants = findMutants(root).filter(({ file, guard }) => `${file} ${guard}`.includes(only));
const inWords = ({ file, line, guard, replacement }: Mutant) => `${file}:${line} ${guard} -> ${replacement}`;
if (textOf('list') !== undefined) {
  for (const mutant of mutants) print(inWords(mutant));
  print(`${mutants.length} mutants`);
  await rm(root, { recursive: true });
  process.exit(0);
}

const vitest = await createVitest('test', {
  root,
  config: join(root, 'vitest.config.ts'),
  project: ['api'],
  watch: false,
  bail: 1,
  reporters: [{}],
  // A mutant may make a test wait for what never comes; a busy machine only makes it wait.
  testTimeout: 120_000,
  hookTimeout: 120_000,
});
await vitest.standalone();
const survivors: Mutant[] = [];
try {
  // A test that fails anyway would kill everything, and say nothing.
  for (const files of new Set(mutants.flatMap(({ file }) => stagesFor(file).map(String)))) {
    const [, pattern = ''] = /^\/(.*)\/$/.exec(files) ?? [];
    const failure = await runTests(vitest, root, new RegExp(pattern));
    if (failure) throw new Error(`It fails without a mutant: ${failure}`);
  }
  for (const [index, mutant] of mutants.entries()) {
    const path = join(root, mutant.file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end));
    vitest.invalidateFile(path);
    let killer: string | undefined;
    for (const files of stagesFor(mutant.file)) killer ??= await runTests(vitest, root, files);
    writeFileSync(path, source);
    vitest.invalidateFile(path);
    if (!killer) survivors.push(mutant);
    print(
      `${index + 1}/${mutants.length} ${inWords(mutant)}: ${killer ? `killed by ${killer}` : 'SURVIVED'}`,
    );
  }
} finally {
  await vitest.close();
  await rm(root, { recursive: true });
}
print(`\n${mutants.length - survivors.length} of ${mutants.length} killed.`);
for (const mutant of survivors) print(`Survived: ${inWords(mutant)}`);
process.exit(survivors.length > 0 ? 1 : 0);
