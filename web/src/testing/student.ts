import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { Address, Output } from '../../../contract/index.ts';
import type { PaperId } from '../../../domain/completion-key.ts';

/** A student of the real server, and what they do on another device: past the line that a test disturbs. */

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the server runs (server/testing/for-web.ts). */
    serverUrl: string;
  }
}

const PASSWORD = 'correct horse battery';
const pdf = (text: string) =>
  `%PDF-1.4\n%${text}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`;

async function ask<A extends Address>(
  address: A,
  { token, json, body }: { token?: string; json?: unknown; body?: BodyInit } = {},
): Promise<Output<A>> {
  const [method = '', path = ''] = address.split(' ');
  const response = await fetch(`${inject('serverUrl')}/api${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    body: json === undefined ? (body ?? null) : JSON.stringify(json),
  });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return (response.status === 204 ? undefined : await response.json()) as Output<A>;
}

const fieldsOf = ({ subjectId, ...paper }: PaperId) => ({ subject_id: subjectId, ...paper });

export type Student = Awaited<ReturnType<typeof registerStudent>>;

export async function registerStudent() {
  const username = `mia-${randomBytes(6).toString('hex')}`;
  const login = { username, password: PASSWORD };
  const { access_token: token } = await ask('POST /register', {
    json: { ...login, email: `${username}@example.org` },
  });
  const { id } = await ask('GET /users/me', { token });
  /** A login that no logout of the app ends. */
  const { access_token: elsewhere } = await ask('POST /token', { body: new URLSearchParams(login) });
  const mine = { token: elsewhere };

  return {
    id,
    username,
    token,
    /** The one that the app has, from elsewhere. */
    endLogin: () => ask('POST /logout', { token }),
    logInAgain: async () => (await ask('POST /token', { body: new URLSearchParams(login) })).access_token,

    subjects: async () => (await ask('GET /subjects', mine)).subjects,
    completion: () => ask('GET /completion', mine),
    preferences: () => ask('GET /users/me/preferences', mine),

    takeSubjects: (subjects: string[]) => ask('POST /subjects', { ...mine, json: { subjects } }),
    tick: (paper: PaperId, score: number | null = null) =>
      ask('POST /completion', { ...mine, json: { ...fieldsOf(paper), is_completed: true, score } }),
    untick: (paper: PaperId) =>
      ask('POST /completion', { ...mine, json: { ...fieldsOf(paper), is_completed: false, score: null } }),
    setYearRanges: (ranges: Output<'GET /users/me/preferences'>['year_ranges']) =>
      ask('PUT /users/me/preferences', { ...mine, json: { year_ranges: ranges, timezone_overrides: {} } }),
    setPace: (pace: Partial<Output<'GET /users/me/preferences'>['pace']>) =>
      ask('PUT /users/me/preferences', { ...mine, json: { pace } }),
    async addFile(paper: PaperId, text = 'Work') {
      const body = new FormData();
      for (const [name, value] of Object.entries(fieldsOf(paper)))
        if (value !== null) body.append(name, String(value));
      body.append('file', new Blob([pdf(text)], { type: 'application/pdf' }), 'work.pdf');
      await ask('POST /completion/upload', { ...mine, body });
    },
  };
}
