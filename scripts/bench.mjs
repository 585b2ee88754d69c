// npm run bench -- NAME [ARGUMENTS]: builds, then runs bench/NAME.ts against the built product. Without a name it lists them.
import { readdirSync } from 'node:fs';
import { ensureBrowser } from './browser.mjs';
import { root, run } from './run.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

/** What only serves the others. */
const helpers = ['product', 'figures', 'load', 'chromium'];

const names = readdirSync(`${root}/bench`)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  .filter((name) => !helpers.includes(name));

const [name, ...args] = process.argv.slice(2);
if (!names.includes(name)) {
  console.log(`npm run bench -- NAME, with NAME one of: ${names.join(', ')}`);
  process.exit(name ? 1 : 0);
}
try {
  await ensureDependencies();
  await ensureBuild();
  const { code, output } = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'bench']);
  if (code !== 0) throw new Error(output);
  const env = name.startsWith('web') ? { CHROMIUM_PATH: await ensureBrowser() } : {};
  const result = await run(process.execPath, [`dist/bench/${name}.js`, ...args], { live: true, env });
  process.exit(result.code ?? 1);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
