import { spawn } from 'node:child_process';

interface Options {
  cwd?: string;
  env?: Record<string, string>;
}

/** Runs a program to its end and returns its output; throws with that, and its complaints, if it failed. */
export const sh = async (
  program: string,
  args: readonly string[],
  options: Options = {},
): Promise<string> => {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let all = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (stream === child.stdout) output += text;
      all += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${all.slice(-4000)}`);
  return output.trim();
};
