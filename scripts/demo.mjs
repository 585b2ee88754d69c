// npm run demo: fills the running instance with a school and prints the logins.
import './node-version.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

try {
  await ensureDependencies();
  await ensureBuild();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import('../dist/server/demo/demo.js');
