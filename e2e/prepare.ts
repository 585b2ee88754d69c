import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Fills the running server with the demo school, as `npm run demo` does, and hands its password to the tests. */
export default () => {
  const demo = join(import.meta.dirname, '..', 'dist', 'server', 'operations', 'demo.js');
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: process.env['E2E_DATA_DIR'] };
  const output = execFileSync(process.execPath, [demo], { env, encoding: 'utf8' });
  const password = /password is (\S+)/.exec(output)?.[1];
  if (!password) throw new Error(`The demo printed no password:\n${output}`);
  process.env['E2E_DEMO_PASSWORD'] = password;
};
