import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { uploadForm } from '../../server/testing/evidence.ts';
import { createCall, type Request } from '../../server/testing/server.ts';

/** A school with students, ticks, scores and files, made through the API; and what its people see of it. */
export interface School {
  adminPassword: string;
  students: readonly Student[];
}

interface Student {
  username: string;
  password: string;
  token: string;
}

const STUDENTS = 12;
const NAME = 'Proof School';
const DOMAIN = '@proof.example';
const SUBJECTS = ['math_aa_hl', 'physics_hl'];
const YEARS = [2019, 2020, 2021, 2022, 2023];

const must = async (url: string, address: string, request: Request) => {
  const { status, body } = await createCall(url)(address, request);
  if (status >= 300) throw new Error(`${address} answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

const papers = SUBJECTS.flatMap((subject_id) =>
  YEARS.map((year) => ({ subject_id, year, session: 'November', paper: 'paper1', timezone: null })),
);
const paperWithFile = { subject_id: 'physics_hl', year: '2023', session: 'November', paper: 'paper2' };

const makePdf = (): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(300_000), Buffer.from('\n%%EOF\n')]);

/** Of twelve megapixels, as a telephone takes them. */
const photo = sharp({
  create: {
    width: 4000,
    height: 3000,
    channels: 3,
    background: 'white',
    noise: { type: 'gaussian', mean: 128, sigma: 20 },
  },
})
  .jpeg({ quality: 60 })
  .toBuffer();

const enrol = async (url: string, number: number): Promise<Student> => {
  const username = `student${number}`;
  // Nothing of the school's name: that and digits alone, which chance makes of one in forty, is refused as weak.
  const password = `kept safe ${randomBytes(8).toString('hex')}`;
  const json = { username, email: `${username}${DOMAIN}`, password };
  const { access_token: token } = await must(url, 'POST /register', { json });
  await must(url, 'POST /subjects', { token, json: { subjects: SUBJECTS } });
  for (const [index, paper] of papers.entries())
    await must(url, 'POST /completion', {
      token,
      json: { ...paper, is_completed: true, score: (number * 7 + index) % 101 },
    });
  for (const [name, type, bytes] of [
    ['work.pdf', 'application/pdf', makePdf()],
    ['photo.jpeg', 'image/jpeg', await photo],
  ] as const) {
    const body = uploadForm(bytes, { name, type, fields: paperWithFile });
    await must(url, 'POST /completion/upload', { token, raw: { body } });
  }
  return { username, password, token };
};

export const fillSchool = async (url: string, adminPassword: string): Promise<School> => {
  await must(url, 'POST /admin/schools', {
    admin: adminPassword,
    json: { name: NAME, domain_pattern: DOMAIN },
  });
  const students: Student[] = [];
  for (let number = 1; number <= STUDENTS; number += 1) students.push(await enrol(url, number));
  return { adminPassword, students };
};

interface Kept {
  is_completed: boolean;
  score: number | null;
  file_count: number;
}

const hashesOf = async (url: string, token: string): Promise<string[]> => {
  const query = new URLSearchParams(paperWithFile);
  const { files } = await must(url, `GET /completion/files?${query}`, { token });
  return Promise.all(
    (files as { file_url: string }[]).map(async (file) => {
      const answer = await fetch(`${url}${file.file_url}`);
      if (!answer.ok) throw new Error(`A file answered ${answer.status}.`);
      return createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex');
    }),
  );
};

/** With their logins or, where those have ended, with their passwords. */
export const readSchool = async (
  url: string,
  { adminPassword, students }: School,
  by: 'login' | 'password' = 'login',
): Promise<string> => {
  const schools = (await must(url, 'GET /admin/schools', { admin: adminPassword })) as { name: string }[];
  const seen: unknown[] = [schools.map(({ name }) => name)];
  for (const { username, password, ...student } of students) {
    const form = { username, password };
    const token =
      by === 'login' ? student.token : ((await must(url, 'POST /token', { form })).access_token as string);
    const records = (await must(url, 'GET /completion', { token })) as Record<string, Kept>;
    seen.push({
      username,
      subjects: (await must(url, 'GET /subjects', { token })).subjects,
      records: Object.entries(records)
        .map(([key, { is_completed, score, file_count }]) => [key, is_completed, score, file_count].join(' '))
        .toSorted(),
      files: await hashesOf(url, token),
    });
  }
  return JSON.stringify(seen);
};

export const SIZE = `${STUDENTS} students, ${STUDENTS * papers.length} papers, ${STUDENTS * 2} files`;
