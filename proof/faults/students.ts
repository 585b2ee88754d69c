import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { uploadForm } from '../../server/testing/evidence.ts';
import { PASSWORD } from '../../server/testing/people.ts';
import type { Request } from '../../server/testing/server.ts';
import { type Fate, fateOf, type Ledger } from './ledger.ts';
import type { Asked, TimedAnswer } from './machine.ts';

/** Students at work: ticks above all, now and then a file, a removal, a new account. Each does one thing at a time. */

export interface Student {
  name: string;
  token: string;
}

export const DOMAIN = 'faults.example';

export const registerStudents = async (machine: Asked, count: number): Promise<Student[]> => {
  const students: Student[] = [];
  for (let n = 0; n < count; n += 1) {
    const name = `writer${n}`;
    const json = { username: name, email: `${name}@${DOMAIN}`, password: PASSWORD };
    students.push({ name, token: (await machine.must('POST /register', { json })).body.access_token });
  }
  return students;
};

const YEARS = Array.from({ length: 11 }, (_, n) => 2014 + n);
const anyOf = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

/** Few papers, so that each is written over and over. */
const tickedPaper = () => ({
  subject_id: 'math_aa_hl',
  year: anyOf(YEARS),
  session: 'November',
  paper: 'paper1',
  timezone: null,
});
/** Papers that are never ticked: their record is there for their files alone. */
const paperForFiles = () => ({
  subject_id: 'physics_hl',
  year: String(anyOf(YEARS)),
  session: 'November',
  paper: anyOf(['paper1', 'paper2', 'paper3']),
});

const keyOf = (paper: { subject_id: string; year: number | string; session: string; paper: string }) =>
  `${paper.subject_id}-${paper.year}-${paper.session}-${paper.paper}`;

/** A PDF as far as anybody looks: kept as it is, byte for byte. */
const makePdf = (size: number): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(size), Buffer.from('\n%%EOF\n')]);

const picture = await sharp(randomBytes(120 * 90 * 3), { raw: { width: 120, height: 90, channels: 3 } })
  .png()
  .toBuffer();

/** An upload for a paper that is never ticked. */
export const uploadRequest = (bytes: Buffer, fields = paperForFiles()): Request => ({
  raw: { body: uploadForm(bytes, { fields }) },
});

type Send = (address: string, request: Request) => Promise<TimedAnswer | undefined>;

export const tick = async (send: Send, ledger: Ledger, { name, token }: Student): Promise<Fate> => {
  const paper = tickedPaper();
  const isCompleted = randomInt(5) > 0;
  const score = isCompleted ? randomInt(101) : null;
  const began = ledger.begin();
  const answer = await send('POST /completion', {
    token,
    json: { ...paper, is_completed: isCompleted, score },
  });
  const fate = fateOf(answer?.status);
  ledger.ticks.push({
    student: name,
    key: keyOf(paper),
    isCompleted,
    score,
    began,
    ended: ledger.end(),
    fate,
  });
  return fate;
};

const upload = async (send: Send, ledger: Ledger, { name, token }: Student): Promise<Fate> => {
  const paper = paperForFiles();
  const isPdf = randomInt(4) > 0;
  const bytes = isPdf ? makePdf(randomInt(200, 60_000)) : picture;
  const began = ledger.begin();
  const answer = await send('POST /completion/upload', { token, ...uploadRequest(bytes, paper) });
  const fate = fateOf(answer?.status);
  ledger.uploads.push({
    student: name,
    key: keyOf(paper),
    sha256: isPdf ? createHash('sha256').update(bytes).digest('hex') : undefined,
    publicId: fate === 'acknowledged' ? answer?.body.public_id : undefined,
    began,
    ended: ledger.end(),
    fate,
  });
  return fate;
};

const removeOne = async (send: Send, ledger: Ledger, { name, token }: Student): Promise<Fate> => {
  const tried = new Set(ledger.removals.map(({ publicId }) => publicId));
  const mine = ledger.uploads.find(
    ({ student, publicId }) => student === name && publicId !== undefined && !tried.has(publicId),
  );
  if (!mine?.publicId) return 'refused';
  const began = ledger.begin();
  const answer = await send(`DELETE /completion/files/${mine.publicId}`, { token });
  const fate = fateOf(answer?.status);
  ledger.removals.push({ publicId: mine.publicId, began, ended: ledger.end(), fate });
  return fate;
};

const register = async (send: Send, ledger: Ledger): Promise<Fate> => {
  const username = `new-${randomBytes(6).toString('hex')}`;
  const began = ledger.begin();
  const answer = await send('POST /register', {
    json: { username, email: `${username}@${DOMAIN}`, password: PASSWORD },
  });
  const fate = fateOf(answer?.status);
  ledger.registrations.push({
    username,
    token: fate === 'acknowledged' ? answer?.body.access_token : undefined,
    began,
    ended: ledger.end(),
    fate,
  });
  return fate;
};

interface SentAnswer {
  ms: number;
  status: number;
  /** By the clock of this process. */
  sentAt: number;
}

export interface Writers {
  /** Milliseconds of the answers since this was last asked, and how often each status was among them. */
  takeAnswers(): SentAnswer[];
  stop(): Promise<void>;
}

/** Sets the students to work, until they are stopped. */
export const startWriters = (machine: Asked, students: readonly Student[], ledger: Ledger): Writers => {
  const stopping = new AbortController();
  let answers: SentAnswer[] = [];
  const send: Send = async (address, request) => {
    const sentAt = performance.now();
    const answer = await machine.call(address, request);
    if (answer) answers.push({ ms: answer.ms, status: answer.status, sentAt });
    return answer;
  };
  const work = async (student: Student) => {
    while (!stopping.signal.aborted) {
      const choice = randomInt(100);
      const act = choice < 88 ? tick : choice < 94 ? upload : choice < 97 ? removeOne : register;
      // While it is away, nobody hammers.
      if ((await act(send, ledger, student)) === 'open') await pause(20);
    }
  };
  const ends = students.map(work);
  return {
    takeAnswers: () => {
      const taken = answers;
      answers = [];
      return taken;
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(ends);
    },
  };
};

/** Waits until a tick and an upload that began now are acknowledged. */
export const untilNormal = async (ledger: Ledger): Promise<void> => {
  const now = ledger.begin();
  const isDone = (writes: Ledger['ticks'] | Ledger['uploads']) =>
    writes.some(({ began, fate }) => began > now && fate === 'acknowledged');
  while (!isDone(ledger.ticks) || !isDone(ledger.uploads)) await pause(10);
};
