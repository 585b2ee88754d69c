import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT } from './product.ts';

/** A PostgreSQL server of Debian's packages, or why there is none. With `home` its data stays in that folder. */
export const startPostgres = async (
  options: { settings?: Record<string, string | number>; home?: string } = {},
): Promise<{ url: string; stop(): Promise<void> } | { reason: string }> => {
  const child = spawn(process.execPath, [
    join(PROJECT, 'scripts', 'postgres-server.mjs'),
    JSON.stringify(options),
  ]);
  let errors = '';
  child.stderr.on('data', (piece) => {
    errors += String(piece);
  });
  const ended = once(child, 'exit');
  let printed = '';
  for await (const piece of child.stdout) {
    printed += String(piece);
    if (printed.includes('\n')) break;
  }
  if (!printed.includes('\n')) return { reason: errors.trim() };
  return {
    ...(JSON.parse(printed) as { url: string }),
    // It runs until its input ends.
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
};
