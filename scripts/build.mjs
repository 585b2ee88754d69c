// npm run build: a build from the sources, whether or not there is one.
import './node-version.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

try {
  await ensureDependencies();
  await ensureBuild({ force: true });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
