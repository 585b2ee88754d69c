import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { FileType } from '../../../domain/evidence.ts';
import { NoSpaceError } from '../../errors.ts';
import { unavailable, unprocessable } from '../../http/errors.ts';
import { inProject } from '../../root.ts';

export type ImageJob =
  | { task: 'clean'; type: Exclude<FileType, 'pdf'>; from: string; to: string; thumbnail: string }
  | { task: 'resize'; from: string; to: string; width: number };

export interface ImageResult {
  width: number;
  height: number;
  size: number;
  thumbnailBytes: number;
  /** In hex. */
  sha256: string;
}

export type ImageAnswer = { result: ImageResult } | { refusal: string } | { hasNoRoom: true };

export type Images = (job: ImageJob) => Promise<ImageResult>;

/** Compiled, also in tests: Node 20 cannot run TypeScript, and this is a process of its own. */
const PROGRAM = inProject('dist', 'server', 'features', 'evidence', 'image-worker.js');

interface Worker {
  process: ChildProcess;
  idle: NodeJS.Timeout | undefined;
}

const startWorker = (): Worker => {
  const child = fork(PROGRAM, {
    // None of the server's environment: settings hold passwords.
    env: { VIPS_BLOCK_UNTRUSTED: '1', MALLOC_ARENA_MAX: '2' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // It ends when we do, and does not keep us alive.
  child.unref();
  child.channel?.unref();
  child.on('error', () => {});
  return { process: child, idle: undefined };
};

/** One job at a time. A crash or a timeout of the worker is blamed on its input. */
const runOn = (worker: Worker, job: ImageJob, limitMs: number): Promise<ImageAnswer> =>
  new Promise((resolve, reject) => {
    const { process: child } = worker;
    const end = (answer: ImageAnswer) => {
      clearTimeout(timer);
      child.removeAllListeners('message').removeAllListeners('exit');
      resolve(answer);
    };
    const fail = () => {
      child.kill('SIGKILL');
      end({ refusal: 'The image could not be read.' });
    };
    const timer = setTimeout(fail, limitMs);
    child.once('message', (answer) => end(answer as ImageAnswer));
    child.once('exit', (code) => {
      if (code === null) return fail();
      clearTimeout(timer);
      return reject(new Error(`The image worker ended with ${code}.`));
    });
    child.send(job, () => {});
  });

/**
 * A few processes work on images, started when needed and stopped when idle; one core stays free for everybody else.
 * Beyond a maximum queue length callers are told to come back.
 */
export const createImages = ({
  workers = Math.max(1, Math.min(2, availableParallelism() - 1)),
  maxWaiting = 40,
  limitMs = 30_000,
  idleMs = 30_000,
} = {}): Images => {
  const free: Worker[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;

  const takeWorker = (): Worker => {
    const worker = free.pop();
    if (!worker) return startWorker();
    clearTimeout(worker.idle);
    worker.process.removeAllListeners('exit');
    return worker;
  };
  const putBack = (worker: Worker): void => {
    if (worker.process.killed || worker.process.exitCode !== null || !worker.process.connected) return;
    const leave = () => {
      const at = free.indexOf(worker);
      if (at >= 0) free.splice(at, 1);
    };
    worker.process.once('exit', leave);
    worker.idle = setTimeout(() => {
      leave();
      worker.process.kill();
    }, idleMs).unref();
    free.push(worker);
  };

  return async (job) => {
    if (running >= workers) {
      if (waiting.length >= maxWaiting) throw unavailable();
      // A job that finishes passes its slot on, so `running` does not change.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    const worker = takeWorker();
    try {
      const answer = await runOn(worker, job, limitMs);
      if ('result' in answer) return answer.result;
      if ('refusal' in answer) throw unprocessable(answer.refusal);
      throw new NoSpaceError();
    } finally {
      putBack(worker);
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
