import { createHash, randomBytes, randomInt } from 'node:crypto';
import sharp from 'sharp';
import { PASSWORD } from '../product.ts';
import { type Answered, call, must, pause } from './call.ts';
import { type Fate, fateOf, type Ledger } from './ledger.ts';

/** Students at work: ticks above all, now and then a file, a removal, a new account. Each does one thing at a time. */

export interface Student {
  name: string;
  token: string;
}

export const DOMAIN = 'faults.example';

export const registerStudents = async (url: string, count: number, prefix = 'writer'): Promise<Student[]> => {
  const students: Student[] = [];
  for (let n = 0; n < count; n += 1) {
    const name = `${prefix}${n}`;
    const json = { username: name, email: `${name}@${DOMAIN}`, password: PASSWORD };
    students.push({ name, token: (await must(url, 'POST /register', { json })).body.access_token });
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
export const paperForFiles = () => ({
  subject_id: 'physics_hl',
  year: String(anyOf(YEARS)),
  session: 'November',
  paper: anyOf(['paper1', 'paper2', 'paper3']),
});

const keyOf = (paper: { subject_id: string; year: number | string; session: string; paper: string }) =>
  `${paper.subject_id}-${paper.year}-${paper.session}-${paper.paper}`;

/** A PDF as far as anybody looks: kept as it is, byte for byte. */
export const makePdf = (size: number): Buffer => {
  const [head, tail] = [Buffer.from('%PDF-1.4\n'), Buffer.from('\n%%EOF\n')];
  return Buffer.concat([head, randomBytes(size - head.length - tail.length), tail]);
};

export const picture = await sharp(randomBytes(120 * 90 * 3), {
  raw: { width: 120, height: 90, channels: 3 },
})
  .png()
  .toBuffer();

export const uploadForm = (paper: Record<string, string>, bytes: Buffer, name = 'work.pdf'): FormData => {
  const form = new FormData();
  for (const [field, value] of Object.entries(paper)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
};

type Send = (address: string, sent: Parameters<typeof call>[2]) => Promise<Answered | undefined>;

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
  const answer = await send('POST /completion/upload', { token, form: uploadForm(paper, bytes) });
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
export const startWriters = (url: string, students: readonly Student[], ledger: Ledger): Writers => {
  const stopping = new AbortController();
  let answers: SentAnswer[] = [];
  const send: Send = async (address, sent) => {
    const sentAt = performance.now();
    const answer = await call(url, address, sent);
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
