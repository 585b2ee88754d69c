import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from '../root.ts';

interface Ended {
  code: number | null;
  output: string;
}

/** Runs one of the built commands (server/operations/NAME.ts) to its end, perhaps as another user. */
export const runBuiltCommand = async (
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
  prefix: readonly string[] = [],
): Promise<Ended> => {
  const [program = process.execPath, ...rest] = [
    ...prefix,
    process.execPath,
    inProject('dist', 'server', 'operations', `${name}.js`),
    ...args,
  ];
  const child = spawn(program, rest, {
    cwd: inProject(),
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
};
