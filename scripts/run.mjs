// Starting other programs.
import { spawn } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder: every command runs there, wherever the script was called from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What runs at the moment, so that an interrupted script leaves nothing behind. */
const running = new Set();

/**
 * Runs a command to its end and collects what it says. `live` shows it at once instead.
 * Never throws: `code` is null when it could not start, was killed, or took longer than `limit` milliseconds.
 */
export function run(command, args, { env = {}, live = false, limit = 0, ...options } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    running.add(child);
    let killing;
    const timer =
      limit > 0 &&
      setTimeout(() => {
        output += `\nStopped: it took longer than ${limit / 60_000} minutes.\n`;
        // The signal at which the test runners tidy up after themselves.
        child.kill('SIGINT');
        killing = setTimeout(() => child.kill('SIGKILL'), 10_000);
      }, limit);
    const end = (code) => {
      running.delete(child);
      clearTimeout(timer);
      clearTimeout(killing);
      resolve({ code, output });
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', (error) => {
      output += `${error.message}\n`;
      end(null);
    });
    // 'close' comes after the last output. A grandchild that lives on may hold it up for ever, so we do not insist.
    child.once('close', end);
    child.once('exit', (code) => setTimeout(end, 2000, code).unref());
  });
}

export function stopRunning() {
  for (const child of running) child.kill('SIGTERM');
}

/** npm, by the very file that runs us when it does: no shell, and the same npm. */
export function npm(args, options) {
  const file = process.env.npm_execpath;
  if (file && basename(file) === 'npm-cli.js') return run(process.execPath, [file, ...args], options);
  return run('npm', args, options);
}

/** A program from node_modules, by its file: works without a shell everywhere. Runs on `node`, if not on ours. */
export function tool(file, args, { node = process.execPath, ...options } = {}) {
  return run(node, [`node_modules/${file}`, ...args], options);
}

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
