// npm run demo: fills the running instance with a school and prints the logins.
import './node-version.mjs';
import { prepareOrExit } from './setup.mjs';

await prepareOrExit();
await import('../dist/server/demo/demo.js');
