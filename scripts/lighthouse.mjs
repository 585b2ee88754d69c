// npm run bench:lighthouse: what Lighthouse says of /, /login and the landing page on a phone with a slow line, the median of five.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { npm, root, run } from './run.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

const PORT = 4788;
const url = `http://127.0.0.1:${PORT}`;
const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

await ensureDependencies();
await ensureBuild();
const compiled = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'bench']);
if (compiled.code !== 0) throw new Error(compiled.output);
const { line, report, rounds } = await import('../dist/bench/rows.js');
const RUNS = rounds(5, 3);
const home = join(root, 'bench', 'lighthouse');
if (!existsSync(join(home, 'node_modules'))) {
  console.log('Installing Lighthouse ...');
  await npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: home,
    live: true,
  });
}
const env = { CHROME_PATH: await ensureBrowser() };
const folder = mkdtempSync(join(tmpdir(), 'tickmark-lighthouse-'));
chmodSync(folder, 0o711);
const server = spawn(process.execPath, ['dist/server/main.js'], {
  cwd: root,
  stdio: 'ignore',
  env: {
    ...process.env,
    PORT: String(PORT),
    DATA_DIR: folder,
    ADMIN_PASSWORD: 'for-lighthouse',
    LOG_LEVEL: 'error',
  },
});
const ended = once(server, 'exit');
while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
  if (server.exitCode !== null) throw new Error('The server did not start.');
  await new Promise((resolve) => setTimeout(resolve, 100));
}

const categories = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
};
const rows = [];
try {
  for (const path of ['/', '/login', '/landing/']) {
    const reports = [];
    for (let turn = 0; turn < RUNS; turn += 1) {
      const file = join(folder, 'report.json');
      const args = [
        `${url}${path}`,
        '--quiet',
        '--output=json',
        `--output-path=${file}`,
        '--throttling-method=devtools',
      ];
      const cli = join(home, 'node_modules', 'lighthouse', 'cli', 'index.js');
      const { code, output } = await run(
        process.execPath,
        [cli, ...args, `--chrome-flags=${flags.join(' ')}`],
        { env },
      );
      if (code !== 0) throw new Error(output);
      reports.push(JSON.parse(readFileSync(file, 'utf8')));
    }
    const figures = (audit, digits = 0) =>
      reports.map((one) => Number(one.audits[audit].numericValue.toFixed(digits)));
    for (const [name, words] of Object.entries(categories)) {
      const values = reports.map((one) => Math.round(one.categories[name].score * 100));
      rows.push(line(`Lighthouse, ${path}: ${words}`, { values, unit: '', budget: { atLeast: 100 } }));
    }
    // As many digits as Lighthouse itself shows.
    const shift = { values: figures('cumulative-layout-shift', 3), unit: '', budget: { atMost: 0 } };
    rows.push(
      line(`Lighthouse, ${path}: layout shift`, shift),
      line(`Lighthouse, ${path}: first paint`, { values: figures('first-contentful-paint'), unit: 'ms' }),
      line(`Lighthouse, ${path}: largest paint`, { values: figures('largest-contentful-paint'), unit: 'ms' }),
      line(`Lighthouse, ${path}: blocked`, { values: figures('total-blocking-time'), unit: 'ms' }),
    );
  }
  report(rows);
} finally {
  server.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
