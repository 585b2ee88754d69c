// node scripts/command.mjs NAME ...: a command of the product (server/operations/NAME.ts), with what it needs made first.
import './node-version.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

const [name] = process.argv.splice(2, 1);
try {
  await ensureDependencies();
  await ensureBuild();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import(`../dist/server/operations/${name}.js`);
