// npm run bench: measures the built product.
//
//   npm run bench                      everything that has a budget, and one table at the end
//   npm run bench -- --quick           the same with fewer rounds
//   npm run bench -- --markdown        the same, and the table goes to docs/performance.md
//   npm run bench -- NAME [ARGUMENTS]  one of the benches (bench/NAME.ts)
//   npm run bench -- --list            their names
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureClusterPrograms } from './cluster-programs.mjs';
import { root, run, seconds, stopRunning } from './run.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

/** What has a budget, in the order of the table; Lighthouse is a script of its own. */
const WHOLE = [
  'sizes',
  'start',
  'throughput',
  'resets',
  'stats',
  'users',
  'routes',
  'web',
  'grid',
  'attempts',
  'set-work',
  'attention',
  'coordinator',
  'roster',
  'lighthouse',
];
const LIGHTHOUSE = 'lighthouse';

/** What exports something only serves the others. */
const source = (name) => readFileSync(`${root}/bench/${name}.ts`, 'utf8');
const isBench = (name) => !/^export /m.test(source(name));
const names = [
  ...readdirSync(`${root}/bench`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -3))
    .filter((name) => isBench(name) || WHOLE.includes(name)),
  LIGHTHOUSE,
].toSorted((a, b) => (a < b ? -1 : 1));

const given = process.argv.slice(2);
const [name, ...args] = given[0]?.startsWith('--') ? [undefined, ...given] : given;
const flags = { quick: args.includes('--quick'), markdown: args.includes('--markdown') };

const isListWanted = name === undefined && args.includes('--list');
if (isListWanted || (name !== undefined && !names.includes(name))) {
  console.log(`npm run bench -- NAME, with NAME one of: ${names.join(', ')}`);
  process.exit(isListWanted ? 0 : 1);
}

async function runOne(one, env, rest = []) {
  const file = one === LIGHTHOUSE ? 'scripts/lighthouse.mjs' : `dist/bench/${one}.js`;
  const { code } = await run(process.execPath, [file, ...rest], { live: true, env });
  return code === 0;
}

async function runWhole(env) {
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-rows-'));
  const file = join(folder, 'rows');
  writeFileSync(file, '');
  const failed = [];
  const since = Date.now();
  for (const one of WHOLE) {
    const began = Date.now();
    console.log(`\n== ${one}`);
    if (!(await runOne(one, { ...env, BENCH_ROWS: file }))) failed.push(one);
    console.log(`   ${seconds(began)}`);
  }
  const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(JSON.parse);
  rmSync(folder, { recursive: true });
  const { rowsTable } = await import('../dist/bench/rows.js');
  const table = rowsTable(rows);
  const misses = rows.filter((row) => row.pass === false);
  const [{ model } = {}, ...others] = cpus();
  const on =
    `${new Date().toISOString().slice(0, 10)}, ${1 + others.length} cores of ${model || process.arch}, ` +
    `Node.js ${process.versions.node}${flags.quick ? ', fewer rounds' : ''}.`;
  console.log(`\n${table}\n\n${on} ${seconds(since)}.`);
  console.log(`${misses.length} of ${rows.filter((row) => row.pass !== undefined).length} budgets missed.`);
  if (flags.markdown) writeFigures(`${on}\n\n${table}`);
  for (const one of failed) console.error(`The bench "${one}" failed.`);
  return failed.length === 0;
}

/** Between two marks of the document. */
function writeFigures(text) {
  const document = join(root, 'docs', 'performance.md');
  const before = readFileSync(document, 'utf8');
  const after = before.replace(
    /(<!-- figures -->\n)[\s\S]*?(\n<!-- end of figures -->)/,
    (_, start, end) => `${start}\n${text}\n${end}`,
  );
  if (after === before)
    throw new Error('docs/performance.md has no place for the figures, or they are the same.');
  writeFileSync(document, after);
}

// One that starts programs of its own ends them when it is told to, and we wait for it.
if (name) for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopRunning);

try {
  await ensureDependencies();
  await ensureBuild();
  const { code, output } = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'bench']);
  if (code !== 0) throw new Error(output);
  const env = {
    CHROMIUM_PATH: /^(web|routes|lighthouse)/.test(name ?? 'web') ? await ensureBrowser() : '',
    ...(flags.quick && { BENCH_QUICK: '1' }),
    ...(name === 'failover' && { BENCH_CLUSTER: JSON.stringify(await ensureClusterPrograms()) }),
  };
  if (!env.CHROMIUM_PATH) delete env.CHROMIUM_PATH;
  const isWhole = await (name
    ? runOne(
        name,
        env,
        args.filter((flag) => flag !== '--quick'),
      )
    : runWhole(env));
  process.exit(isWhole ? 0 : 1);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
