// node scripts/command.mjs NAME ...: a command of the product (server/operations/NAME.ts), with what it needs made first.
import './node-version.mjs';
import { prepareOrExit } from './setup.mjs';

const [name] = process.argv.splice(2, 1);
await prepareOrExit();
await import(`../dist/server/operations/${name}.js`);
