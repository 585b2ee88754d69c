import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Person } from './people.ts';
import type { Answer, TestServer } from './server.ts';

/** Uploads as a browser sends them, and what becomes of them. */

/** Waits until the check passes, with time for a busy machine. */
export const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000 });

export const PAPER: Record<string, string> = {
  subject_id: 'math_aa_hl',
  year: '2023',
  session: 'May',
  paper: 'paper1',
  timezone: 'TZ1',
};
export const QUERY = new URLSearchParams(PAPER).toString();

export const uploadForm = (
  bytes: Uint8Array,
  { name = 'work.png', type = 'image/png', fields = PAPER, fileFirst = false } = {},
): FormData => {
  const form = new FormData();
  const addFile = () => form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  if (fileFirst) addFile();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  if (!fileFirst) addFile();
  return form;
};

export const upload = (
  server: TestServer,
  who: Person,
  bytes: Uint8Array,
  options: Parameters<typeof uploadForm>[1] = {},
): Promise<Answer> =>
  server.call('POST /completion/upload', { token: who.token, raw: { body: uploadForm(bytes, options) } });

export const listOf = async (server: TestServer, who: Person) =>
  (await server.call(`GET /completion/files?${QUERY}`, { token: who.token })).body.files;

/** The student takes the subject of `PAPER`, among others, and shares its files; the teacher teaches it. */
export const shareFiles = async (
  server: TestServer,
  { student, teacher }: { student: Person; teacher: Person },
): Promise<void> => {
  const subjects = [PAPER['subject_id'], 'history_hl'];
  await server.call('POST /subjects', { token: student.token, json: { subjects } });
  await server.call('POST /teachers/subjects', { token: teacher.token, json: { subjects } });
  const json = { subject_id: PAPER['subject_id'], shared: true };
  await server.call('PUT /completion/sharing', { token: student.token, json });
};

/** Every stored file in the data folder, finished or not. */
export const storedFiles = async (dataDir: string): Promise<string[]> => {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
};

/** A PDF of one empty page. */
export const smallPdf = (padding = 0): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n%${'x'.repeat(padding)}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );
