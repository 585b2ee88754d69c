import { type Line, openLine } from './line.ts';

export interface Shot {
  status: number;
  /** Milliseconds from when it was due: waiting for the sender counts, too. */
  ms: number;
  /** Which of the requests it was. */
  n: number;
  /** When it was sent and answered, by a clock that other processes share. */
  began: number;
  ended: number;
}

const TURN_MS = 2;

const shared = (now: number): number => performance.timeOrigin + now;

/**
 * So many requests a second, whether or not the earlier ones are answered, as people come. `ready` connections are opened
 * before, others as they are needed; without one in reach a request is not sent, and not in the result.
 */
export const steady = async (
  port: number,
  {
    rate,
    seconds,
    ready = 0,
    maxLines = 3000,
  }: { rate: number; seconds: number; ready?: number; maxLines?: number },
  next: (n: number) => Buffer,
): Promise<{ shots: Shot[]; due: number }> => {
  const shots: Shot[] = [];
  const free: Line[] = Array.from({ length: ready }, () => openLine(port));
  let lines = ready;
  await Promise.all(free.map((line) => line.opened));
  let due = 0;
  const under = new Set<Promise<void>>();
  const fire = async (n: number, since: number) => {
    let line = free.pop();
    while (line && !line.isFree()) {
      lines -= 1;
      line = free.pop();
    }
    if (!line) {
      if (lines >= maxLines) return;
      lines += 1;
      line = openLine(port);
    }
    const began = performance.now();
    const status = await line.send(next(n));
    const ended = performance.now();
    shots.push({ status, ms: ended - since, n, began: shared(began), ended: shared(ended) });
    if (line.isBroken()) lines -= 1;
    else free.push(line);
  };
  const started = performance.now();
  const total = Math.round(rate * seconds);
  while (due < total) {
    const until = Math.min(total, Math.floor(((performance.now() - started) / 1000) * rate));
    for (; due < until; due += 1) {
      const shot: Promise<void> = fire(due, started + ((due + 1) / rate) * 1000).finally(() =>
        under.delete(shot),
      );
      under.add(shot);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, TURN_MS);
    });
  }
  await Promise.all(under);
  for (const line of free) line.close();
  return { shots, due };
};

/** So many at a time, each sending its next request when the last is answered. */
export const closed = async (
  port: number,
  { lines, seconds }: { lines: number; seconds: number },
  next: (n: number) => Buffer,
): Promise<Shot[]> => {
  const shots: Shot[] = [];
  const end = performance.now() + seconds * 1000;
  let n = 0;
  await Promise.all(
    Array.from({ length: lines }, async () => {
      const line = openLine(port);
      while (performance.now() < end && !line.isBroken()) {
        const mine = (n += 1);
        const began = performance.now();
        const status = await line.send(next(mine));
        const ended = performance.now();
        shots.push({ status, ms: ended - began, n: mine, began: shared(began), ended: shared(ended) });
      }
      line.close();
    }),
  );
  return shots;
};
