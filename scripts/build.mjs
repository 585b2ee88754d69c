// npm run build: a build from the sources, whether or not there is one.
import './node-version.mjs';
import { prepareOrExit } from './setup.mjs';

await prepareOrExit({ force: true });
