import { setTimeout as pause } from 'node:timers/promises';
import { type Line, openLine, requestBytes } from '../connections.ts';
import type { Answer, Ledger } from './ledger.ts';
import { inPace, type Work } from './pace.ts';
import { writeOf } from './papers.ts';

/** Students of three Tickmarks: who is cut off goes on at the next one, and comes back later. */

const WRITERS = 24;
const READERS = 3;
const READ_EVERY_MS = 200;
const SILENT_MS = 30_000;
const HOME_EVERY = 50;

const answerOf = async (line: Line, bytes: Buffer): Promise<Answer> => {
  const began = performance.now();
  const silence = new AbortController();
  const status = await Promise.race([
    line.send(bytes),
    pause(SILENT_MS, 'silent' as const, { signal: silence.signal }).catch(() => 'silent' as const),
  ]);
  silence.abort();
  if (status === 'silent') line.close();
  const at = performance.now();
  return { status: status === 0 ? 'cut off' : status, ms: at - began, at };
};

const createClient = (ports: readonly number[], home: number) => {
  let [turn, at] = [0, home];
  const open = () => openLine(ports[at % ports.length] ?? 0);
  let line = open();
  const moveTo = (next: number) => {
    line.close();
    at = next;
    line = open();
  };
  return async (bytes: Buffer): Promise<Answer> => {
    turn += 1;
    if (line.isBroken()) moveTo(at + 1);
    else if (turn % HOME_EVERY === 0 && at !== home) moveTo(home);
    return answerOf(line, bytes);
  };
};

export const startWriters = (
  ports: readonly number[],
  tokens: readonly string[],
  { perSecond, ledger }: { perSecond: number; ledger: Ledger },
): Work => {
  let written = 0;
  return inPace(WRITERS, (WRITERS / perSecond) * 1000, (worker) => {
    const send = createClient(ports, worker);
    return async () => {
      const n = written;
      written += 1;
      const { student, paper, score } = writeOf(n, tokens.length);
      const { subjectId: subject_id, ...rest } = paper;
      const answer = await send(
        requestBytes('POST /api/completion', {
          token: tokens[student],
          type: 'application/json',
          body: JSON.stringify({ subject_id, ...rest, is_completed: true, score }),
        }),
      );
      ledger.answers.push(answer);
      if (answer.status === 200) ledger.acknowledged.push({ n, at: answer.at });
    };
  });
};

/** Those who only look: a session that were lost would show as 401. */
export const startReaders = (ports: readonly number[], tokens: readonly string[], ledger: Ledger): Work =>
  inPace(READERS, READ_EVERY_MS, (reader) => {
    const send = createClient(ports, reader);
    let n = reader;
    return async () => {
      n += READERS;
      const answer = await send(requestBytes('GET /api/users/me', { token: tokens[n % tokens.length] }));
      ledger.answers.push({ ...answer, isRead: true });
    };
  });
