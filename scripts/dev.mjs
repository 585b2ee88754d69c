// npm run dev: the server restarts and the page reloads as files are saved. Open http://127.0.0.1:5173.

import { run, stopRunning } from './run.mjs';
import { prepareOrExit } from './setup.mjs';

await prepareOrExit();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopRunning);

const node = (...args) => run(process.execPath, args, { live: true });
// Whichever ends first, the others have no purpose without it.
await Promise.race([
  node(
    'node_modules/typescript/bin/tsc',
    '-b',
    '-w',
    '--preserveWatchOutput',
    'domain',
    'contract',
    'server',
  ),
  node(
    '--watch-path=dist/server',
    '--watch-path=dist/contract',
    '--watch-path=dist/domain',
    'dist/server/main.js',
  ),
  node('node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts'),
]);
stopRunning();
