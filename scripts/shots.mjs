// npm run shots: a picture of every screen, in all sizes (e2e/shots.config.ts), light and dark, and a page that shows them all.
import { ensureBrowser } from './browser.mjs';
import { run } from './run.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

try {
  await ensureDependencies();
  await ensureBuild();
  const env = { CHROMIUM_PATH: await ensureBrowser() };
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'e2e/shots.config.ts',
    '--reporter=line',
  ];
  const { code } = await run(process.execPath, [...args, ...process.argv.slice(2)], { live: true, env });
  if (code !== 0) process.exit(1);
  console.log('The pictures are in shots/index.html.');
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
