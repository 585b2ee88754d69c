// npm test: everything that says whether the product is right, from a fresh clone on, in one command.
//
//   npm test                              all of it
//   npm test -- --only=unit,lint          some of: types, lint, unused, format, unit, api, e2e
//   npm test -- --browser=firefox         the journeys alone, in Firefox
//   npm test -- --elsewhere               all of it, and once more: unit and API on Node 24 and a PostgreSQL of Debian's packages,
//                                         the API in part on Node 22 and through a pooler, the journeys for both sizes of
//                                         screen on a desktop too, and some of every role in Firefox
import './node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser, ensureFirefox, ensureHeadlessBrowser } from './browser.mjs';
import { startDebianPostgres } from './debian-postgres.mjs';
import { ensureNode } from './nodes.mjs';
import { startPgbouncer } from './pgbouncer.mjs';
import { seconds, stopRunning, tool } from './run.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

// What a developer's shell says about an installation is not for tests, which fill and empty databases.
for (const name of ['DATABASE_URL', 'POOLED_DATABASE_URL', 'DATA_DIR', 'NODE_ENV']) delete process.env[name];

/** A folder for the runners' reports. */
let reports;
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** What must not outlive us. */
const cleanups = new Set();

/** One after the other: together they would only wait for each other's processor time. */
const steps = [
  { name: 'types', run: () => check('typescript/bin/tsc', ['-b']) },
  { name: 'lint', run: () => check('oxlint/bin/oxlint', ['--type-aware']) },
  { name: 'unused', run: () => check('knip/bin/knip.js', ['--no-config-hints']) },
  { name: 'format', run: () => check('@biomejs/biome/bin/biome', ['check']) },
  { name: 'unit', build: true, run: () => vitest('unit') },
  { name: 'api', build: true, run: () => vitest('api') },
  { name: 'unit on node 24', of: 'unit', build: true, run: unitOnNewNode },
  { name: 'api on node 24 and debian postgres', of: 'api', build: true, run: apiOnDebianPostgres },
  { name: 'api on node 22 through pgbouncer', of: 'api', build: true, run: apiThroughPgbouncer },
  { name: 'e2e', build: true, run: () => inChromium('one') },
  { name: 'e2e on a desktop too', of: 'e2e', build: true, run: () => inChromium('other') },
  { name: 'some e2e in firefox', of: 'e2e', build: true, run: () => inFirefox({ E2E_PART: 'yes' }) },
];

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    interrupted = true;
    stopRunning();
    void cleanUp().finally(() => process.exit(130));
  });
}

async function main() {
  const chosen = chooseSteps();
  reports = mkdtempSync(join(tmpdir(), 'tickmark-reports-'));
  cleanups.add(async () => rmSync(reports, { recursive: true, force: true }));
  if (await prepare('dependencies', ensureDependencies)) {
    const built = !chosen.some((step) => step.build) || (await prepare('build', ensureBuild));
    for (const step of chosen) {
      if (interrupted) return;
      await runStep(step, built);
    }
  }
  await cleanUp();
  if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
  const { passed, failed, skipped } = total;
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

function chooseSteps() {
  const names = [...new Set(steps.map((step) => step.of ?? step.name))];
  let only = names;
  let elsewhere = false;
  for (const argument of process.argv.slice(2)) {
    if (argument === '--browser=firefox')
      return [{ name: 'e2e in firefox', build: true, run: () => inFirefox() }];
    if (argument === '--elsewhere') elsewhere = true;
    else if (argument.startsWith('--only=')) only = argument.slice('--only='.length).split(',');
    else only = [argument];
  }
  if (!only.every((name) => names.includes(name))) {
    console.error(`Usage: npm test -- [--only=${names.join(',')}] [--elsewhere] [--browser=firefox]`);
    process.exit(2);
  }
  return steps.filter((step) => only.includes(step.of ?? step.name) && (!step.of || elsewhere));
}

/** Silent when there is nothing to do; a failure counts, for the steps after it would only repeat it. */
async function prepare(name, work) {
  try {
    await work();
    return true;
  } catch (error) {
    record(name, { failed: 1, output: error.message });
    return false;
  }
}

async function runStep(step, built) {
  const since = Date.now();
  console.log(`\n== ${step.name}`);
  let result;
  try {
    if (step.name.includes('e2e') && !built) throw new Error('Not run: there is no build.');
    result = await step.run();
  } catch (error) {
    result = { failed: 1, output: error.message };
  }
  if (interrupted) return;
  record(step.name, result);
  const { passed = 0, failed = 0, skipped = 0 } = result;
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`];
  console.log(`   ${counts.filter(Boolean).join(', ')} (${seconds(since)})`);
}

function record(name, { passed = 0, failed = 0, skipped = 0, output = '' }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  if (failed === 0) return;
  failures.push(name);
  console.log(output.trimEnd());
}

// An end to what hangs, far beyond what a slow machine needs.
const limit = 90 * 60_000;
// Their output goes through us, so they cannot see for themselves whether a person or a file reads it.
const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };

/** A check is one test: it passes or it fails. */
async function check(file, args) {
  const { code, output } = await tool(file, args, { limit, env: colour });
  return code === 0 ? { passed: 1 } : { failed: 1, output };
}

async function vitest(project, { env = {}, args = [], name = project, node } = {}) {
  const file = join(reports, `${name}.json`);
  const { code, output } = await tool(
    'vitest/vitest.mjs',
    [
      'run',
      `--project=${project}*`,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...args,
    ],
    { limit, env: { ...colour, ...env }, node },
  );
  return counted(code, output, file, (report) => ({
    passed: report.numPassedTests,
    // A file that could not be loaded has no tests and fails all the same.
    failed:
      report.numFailedTests +
      report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0)
        .length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }));
}

async function unitOnNewNode() {
  return vitest('unit', { name: 'unit-node24', node: await ensureNode(24) });
}

async function apiOnDebianPostgres() {
  const node = await ensureNode(24);
  const server = await startDebianPostgres();
  cleanups.add(server.stop);
  try {
    return await vitest('api', {
      name: 'api-debian',
      node,
      env: { DATABASE_URL: server.url },
    });
  } finally {
    cleanups.delete(server.stop);
    await server.stop();
  }
}

/** What meets the database in every way it can: transactions, locks, batches, migrations, several servers at once. */
const pooledTests = [
  'server/several-servers',
  'server/db/migrate',
  'server/http/idempotency',
  'server/http/read-only',
  'server/http/throttle',
  'server/mail',
  'server/features/accounts',
  'server/features/tracker',
  'server/features/platform-admin',
  'server/features/school-admin',
];

async function apiThroughPgbouncer() {
  const node = await ensureNode(22);
  const server = await startDebianPostgres();
  cleanups.add(server.stop);
  let pooler;
  try {
    pooler = await startPgbouncer(server.url);
    cleanups.add(pooler.stop);
    return await vitest('api', {
      name: 'api-pgbouncer',
      node,
      env: { DATABASE_URL: server.url, POOLED_DATABASE_URL: pooler.url },
      args: pooledTests,
    });
  } finally {
    for (const stop of [pooler?.stop, server.stop]) {
      cleanups.delete(stop);
      await stop?.();
    }
  }
}

/** `sizes`: e2e/playwright.config.ts. */
async function inChromium(sizes) {
  const [shell, whole] = [await ensureHeadlessBrowser(), await ensureBrowser()];
  const browsers = { CHROMIUM_PATH: shell, WHOLE_CHROMIUM_PATH: whole };
  return playwright(`e2e-${sizes}`, { ...browsers, E2E_SIZES: sizes });
}

async function inFirefox(env = {}) {
  return playwright('firefox', { E2E_BROWSER: 'firefox', FIREFOX_PATH: await ensureFirefox(), ...env });
}

async function playwright(name, env) {
  const file = join(reports, `${name}.json`);
  const { code, output } = await tool(
    '@playwright/test/cli.js',
    // What failed is told at the end, next to the total, and not hundreds of lines before it.
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=dot,json'],
    { limit, env: { ...colour, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
  );
  return counted(code, output, file, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky, // a test that passes at times is a fault: in the product or in the test
    skipped: stats.skipped,
  }));
}

/** What the runner's report says. A runner that fails without a failed test, or without a report, failed itself. */
function counted(code, output, file, count) {
  let counts;
  try {
    counts = count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { failed: 1, output: `${output}\nThe test runner ended without a report (exit code ${code}).` };
  }
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (code === 0 && counts.passed + counts.failed === 0) {
    return { ...counts, failed: 1, output: `${output}\nNo test was run.` };
  }
  return { ...counts, output };
}

async function cleanUp() {
  for (const step of cleanups) await step();
}

await main();
