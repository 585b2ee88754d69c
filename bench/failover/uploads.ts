import { createHash, randomBytes } from 'node:crypto';
import type { Answer, Ledger } from './ledger.ts';
import { inPace, type Work } from './pace.ts';
import { writeOf } from './papers.ts';

/** Somebody who adds a file now and then: a row in the database, and the file itself in the object store. */

const EVERY_MS = 1000;
const SILENT_MS = 30_000;
const MAX_BYTES = 40_000;

interface Upload {
  token: string;
  subjectId: string;
  publicId: string;
  sha256: string;
}

export interface UploadWork extends Work {
  count(): number;
  /** How many of the uploads that were acknowledged cannot be downloaded again as they were. */
  lost(): Promise<number>;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A PDF as far as anybody looks: kept as it is, byte for byte. */
const makePdf = (): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(MAX_BYTES), Buffer.from('\n%%EOF\n')]);

const formOf = (n: number, students: number, bytes: Buffer): { form: FormData; subjectId: string } => {
  const { subjectId, year, session, paper } = writeOf(n, students).paper;
  const form = new FormData();
  for (const [name, value] of Object.entries({ subject_id: subjectId, year: String(year), session, paper }))
    form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'work.pdf');
  return { form, subjectId };
};

/** `tokens` are those of students who do nothing else. */
export const startUploads = (
  ports: readonly number[],
  tokens: readonly string[],
  ledger: Ledger,
): UploadWork => {
  const uploads: Upload[] = [];
  const send = async (n: number): Promise<void> => {
    const token = tokens[n % tokens.length] ?? '';
    const bytes = makePdf();
    const { form, subjectId } = formOf(n, tokens.length, bytes);
    const began = performance.now();
    const note = (status: Answer['status']) => {
      const at = performance.now();
      ledger.answers.push({ status, ms: at - began, at });
    };
    try {
      const answer = await fetch(`http://127.0.0.1:${ports[n % ports.length]}/api/completion/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
        signal: AbortSignal.timeout(SILENT_MS),
      });
      const body = (await answer.json()) as { public_id: string };
      note(answer.status);
      if (answer.ok) uploads.push({ token, subjectId, publicId: body.public_id, sha256: sha256(bytes) });
    } catch {
      note(performance.now() - began < SILENT_MS ? 'cut off' : 'silent');
    }
  };
  let sent = 0;
  const work = inPace(1, EVERY_MS, () => () => {
    sent += 1;
    return send(sent);
  });
  return {
    ...work,
    count: () => uploads.length,
    lost: async () => {
      const origin = `http://127.0.0.1:${ports[0]}`;
      let lost = 0;
      for (const upload of uploads) if (!(await isAsUploaded(origin, upload))) lost += 1;
      return lost;
    },
  };
};

const isAsUploaded = async (
  origin: string,
  { token, subjectId, publicId, sha256: expected }: Upload,
): Promise<boolean> => {
  const answer = await fetch(`${origin}/api/completion/evidence?subject_id=${subjectId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { files } = (await answer.json()) as { files: { public_id: string; file_url: string }[] };
  const file = files.find(({ public_id }) => public_id === publicId);
  if (!file) return false;
  const download = await fetch(new URL(file.file_url, origin));
  return download.ok && sha256(new Uint8Array(await download.arrayBuffer())) === expected;
};
