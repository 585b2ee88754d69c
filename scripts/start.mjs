// npm start: makes what is missing, then becomes the server. The same process, so signals reach the server directly.
import './node-version.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

try {
  await ensureDependencies();
  await ensureBuild();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import('../dist/server/main.js');
