// npm run bench:lighthouse: what Lighthouse says of / and /login on a phone with a slow line, the median of five.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { npm, root, run } from './run.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

const RUNS = 5;
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

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
try {
  for (const path of ['/', '/login']) {
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
    const score = (name) =>
      `${name} ${Math.round(median(reports.map((r) => r.categories[name].score)) * 100)}`;
    const value = (audit) => median(reports.map((r) => r.audits[audit].numericValue));
    console.log(`${path}: ${categories.map(score).join(', ')}`);
    console.log(
      `  first paint ${Math.round(value('first-contentful-paint'))} ms, largest ${Math.round(value('largest-contentful-paint'))} ms, ` +
        `blocked ${Math.round(value('total-blocking-time'))} ms, shift ${value('cumulative-layout-shift').toFixed(4)}`,
    );
  }
} finally {
  server.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
