import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A data folder for a test, which PostgreSQL's account may pass through when root runs the tests. */
export const makeDataFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'tickmark-test-'));
  await chmod(folder, 0o711);
  return folder;
};
