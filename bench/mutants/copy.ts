import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PARTS = [
  'domain',
  'contract',
  'server',
  'docs',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vitest.config.ts',
];
/** Read, not changed: shared with the original. */
const SHARED = ['node_modules', 'dist'];

/** A copy of what the API tests need, in which files may be changed. */
export const copyProject = async (
  project: string,
): Promise<{ root: string; remove: () => Promise<void> }> => {
  const root = await mkdtemp(join(tmpdir(), 'tickmark-mutants-'));
  for (const part of PARTS) await cp(join(project, part), join(root, part), { recursive: true });
  for (const part of SHARED) await symlink(join(project, part), join(root, part));
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
};
