import { Agent, request } from 'node:http';

export interface Shot {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface LoadResult {
  /** Milliseconds of every answer, in order of arrival. */
  times: number[];
  /** How often each status was answered. */
  statuses: Map<number, number>;
  seconds: number;
}

const sendOne = (url: URL, agent: Agent, shot: Shot): Promise<number> =>
  new Promise((resolve, reject) => {
    const body = shot.body ? { 'content-length': String(Buffer.byteLength(shot.body)) } : {};
    const call = request(
      {
        host: url.hostname,
        port: url.port,
        agent,
        method: shot.method,
        path: shot.path,
        headers: { ...shot.headers, ...body },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    call.on('error', reject);
    call.end(shot.body);
  });

/** So many callers, each sending its next request when the last is answered, until `seconds` are over. */
export const load = async (
  base: string,
  callers: number,
  seconds: number,
  next: (caller: number, turn: number) => Shot,
): Promise<LoadResult> => {
  const url = new URL(base);
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let turn = 0; performance.now() < end; turn += 1) {
        const began = performance.now();
        const status = await sendOne(url, agent, next(caller, turn));
        times.push(performance.now() - began);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  agent.destroy();
  return { times, statuses, seconds: (performance.now() - started) / 1000 };
};
