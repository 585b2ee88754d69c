import { relative } from 'node:path';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';

/** The project's API tests, kept ready: one start and one PostgreSQL for all mutants. */

/** What a run of tests found; undefined when nothing failed. */
export type Failure = { file: string; test: string; message: string } | undefined;

interface RunOptions {
  /** Only tests with this in their name. */
  named?: string | undefined;
  /** Files to leave out. */
  without?: ReadonlySet<string>;
}

export interface Tests {
  /** Runs the tests whose files match, in the order given, to the first failure. */
  run(files: RegExp, options?: RunOptions): Promise<Failure>;
  /** To be told which file was changed. */
  invalidate(file: string): void;
  close(): Promise<void>;
}

const firstLine = (text: string | undefined): string => (text ?? '').split('\n')[0]?.slice(0, 200) ?? '';

const failureIn = (root: string, modules: readonly TestModule[]): Failure => {
  for (const module of modules) {
    const file = relative(root, module.moduleId);
    for (const test of module.children.allTests('failed')) {
      return {
        file,
        test: `${file} > ${test.fullName}`,
        message: firstLine(test.result().errors?.[0]?.message),
      };
    }
    const [error] = module.errors();
    if (error) return { file, test: file, message: firstLine(error.message) };
    for (const suite of module.children.allSuites()) {
      const [fault] = suite.errors();
      if (fault) return { file, test: `${file} > ${suite.fullName}`, message: firstLine(fault.message) };
    }
  }
  return undefined;
};

export const openTests = async (root: string): Promise<Tests> => {
  const vitest: Vitest = await createVitest('test', {
    root,
    config: `${root}/vitest.config.ts`,
    project: ['api'],
    watch: false,
    bail: 1,
    reporters: [{}],
    maxWorkers: 1,
    // A mutant may make a test wait for what never comes; a busy machine only makes it wait.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  });
  await vitest.standalone();
  return {
    run: async (files, { named, without = new Set() } = {}) => {
      vitest.clearSpecificationsCache();
      const specifications = await vitest.globTestSpecifications();
      const chosen = specifications.filter(({ moduleId }: TestSpecification) => {
        const file = relative(root, moduleId);
        return files.test(file) && !without.has(file);
      });
      if (chosen.length === 0) return undefined;
      if (named === undefined) vitest.resetGlobalTestNamePattern();
      else vitest.setGlobalTestNamePattern(named);
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
      // The runner also names the files of earlier runs, with what they found then.
      const isRun = new Set(chosen.map(({ moduleId }) => moduleId));
      const failure = failureIn(
        root,
        testModules.filter(({ moduleId }) => isRun.has(moduleId)),
      );
      if (failure || unhandledErrors.length === 0) return failure;
      const [error] = unhandledErrors;
      return {
        file: '',
        test: 'unhandled',
        message: firstLine(error instanceof Error ? error.message : String(error)),
      };
    },
    invalidate: (file) => vitest.invalidateFile(`${root}/${file}`),
    close: () => vitest.close(),
  };
};
