import { requestBytes } from '../../bench/connections.ts';
import { DEFAULT_BODY_LIMIT, type Endpoint, splitAddress } from '../../contract/endpoint.ts';
import { type Address, type Api, api } from '../../contract/index.ts';

/** The bodies that a stranger or a student can send to each call: an ordinary one, and the most expensive ones. */

type Restricted = 'platformAdmin' | 'schoolManager' | 'teacher' | 'schoolAdmin';
/** A new call that a student can reach does not compile until its ordinary body is entered below. */
type Reachable = {
  [A in Address]: A extends `GET ${string}` ? never : Api[A]['access'] extends Restricted ? never : A;
}[Address];

/** The kind that is sent in chunks of one byte. */
export const CRUMBS = 'crumbs';

/** Replaced by the number of the request, so that every registration is of somebody new. */
export const NUMBER = '#########';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const BOUNDARY = 'flood';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

const paper = { subject_id: 'history_sl', year: 2022, session: 'May', paper: 'paper1' };
/** As an import of a spreadsheet adds an attempt. */
const added = (enteredAt: string) => ({
  ...paper,
  timezone: null,
  entered_at: enteredAt,
  was: null,
  becomes: { done_on: '2026-01-02', score: 50, marks: null, note: 'Slow in part B.' },
});
const password = 'a bench needs a password';

const ORDINARY: Record<Reachable, object> = {
  'POST /register': { username: `new${NUMBER}`, email: `new${NUMBER}@example.org`, password },
  'POST /token': { username: `nobody${NUMBER}`, password },
  'POST /schooladmin/login': { username: `nobody${NUMBER}`, password },
  'POST /admin/login': { password },
  'POST /logout': {},
  'POST /users/me/password': { current_password: 'not the password', new_password: password },
  'POST /password/forgot': { email: `nobody${NUMBER}@example.org` },
  'POST /password/reset': { token: `nobody${NUMBER}`, new_password: password },
  'POST /email/confirm': { token: `nobody${NUMBER}` },
  'POST /users/me/email': { email: `new${NUMBER}@example.org`, current_password: 'not the password' },
  'POST /users/me/email/link': {},
  'DELETE /users/me': { confirmation: 'somebody else', password },
  'PUT /users/me/preferences': {
    year_ranges: {},
    timezone_overrides: {},
    sits: 'both',
    papers: 'set',
    pace: { session: 'May 2027', goal: 3, weeks_off: ['2026-12-21'], not_now: false },
  },
  'POST /subjects': { subjects: ['history_sl', 'music_sl'] },
  'POST /completion': { ...paper, timezone: null, is_completed: true, score: 50, marks: '20/40' },
  'POST /completion/bulk': {
    completion_data: { 'history_sl-2022-May-paper1': { is_completed: true, score: 50 } },
  },
  'POST /completion/attempts': { ...paper, done_on: '2026-01-02', score: 50, note: 'Slow in part B.' },
  'PUT /completion/attempts/{id}': { done_on: '2026-01-02', score: 50, note: 'Slow in part B.' },
  'DELETE /completion/attempts/{id}': {},
  'POST /completion/spreadsheet': { changes: [added('2026-01-02T10:00:00.000Z')] },
  'POST /completion/upload': paper,
  'DELETE /completion/files/{public_id}': {},
  'PUT /completion/sharing': { subject_id: 'history_sl', shared: true },
  'POST /feedback': { message: 'Thank you', email: 'Anonymous', timestamp: 'now', user: 'Anonymous' },
  'POST /invitation': { token: `nobody${NUMBER}` },
  'POST /users/me/share-pages': { name: 'Arjun', subjects: ['history_sl'], ends_on: '2000-01-01' },
  'DELETE /users/me/share-pages/{id}': {},
  'POST /shared': { token: `nobody${NUMBER}` },
  'PUT /users/me/weekly-mail': { is_on: false, weekday: 1, time_zone: 'Europe/Berlin' },
  'POST /weekly-mail/end': {},
  'POST /users/me/teachers/{id}/accept': {},
  'DELETE /users/me/sessions': {},
  'DELETE /users/me/sessions/{id}': {},
  'DELETE /users/me/teachers/{id}': {},
  'POST /users/me/words': {
    id: '00000000-0000-4000-8000-000000000000',
    link_id: 1,
    key: 'history_sl-2022-May-paper1',
    text: 'I will',
  },
  'DELETE /users/me/words/{id}': {},
  'POST /users/me/words/{id}/restore': {},
  'POST /sign-in/session': { code: 'a'.repeat(43) },
  'POST /sign-in/join': { code: 'a'.repeat(43), password },
  'POST /users/me/sign-in': {},
};

/** The field that holds free text, where there is one: a long one is judged letter by letter. */
const TEXT_FIELD: Partial<Record<Reachable, string>> = {
  'POST /register': 'username',
  'POST /token': 'username',
  'POST /schooladmin/login': 'username',
  'POST /admin/login': 'password',
  'POST /users/me/password': 'new_password',
  'POST /password/forgot': 'email',
  'POST /password/reset': 'new_password',
  'POST /email/confirm': 'token',
  'POST /users/me/email': 'email',
  'DELETE /users/me': 'confirmation',
  'POST /feedback': 'message',
  'POST /invitation': 'token',
  'POST /users/me/share-pages': 'name',
  'POST /shared': 'token',
  'POST /users/me/words': 'text',
  'POST /sign-in/join': 'password',
};

/** As many short things as fit. */
const many = (limit: number, separator: string, write: (n: string) => string): string => {
  const parts: string[] = [];
  let size = 2;
  for (let n = 0; ; n += 1) {
    const part = write(n.toString(36));
    size += part.length + separator.length;
    if (size > limit) return parts.join(separator);
    parts.push(part);
  }
};
const manyFields = (limit: number): string => many(limit, '&', (n) => `${n}=`);

/** Accents in the wrong order, which have to be sorted before two texts can be compared. */
const accents = (bytes: number): string => 'a\u0315\u0300'.repeat(Math.floor(bytes / 5));

const SUBJECTS = ['history_sl', 'physics_hl', 'math_aa_hl', 'biology_sl', 'economics_hl', 'music_sl'];
/** Records that are all right, as many as the limits take. */
const validRecords = (most: number): Record<string, unknown> => {
  const records: Record<string, unknown> = {};
  for (const subject of SUBJECTS) {
    for (let year = 2014; year <= 2024; year += 1) {
      for (const session of ['May', 'November']) {
        for (const zone of ['', '-TZ1', '-TZ2']) {
          for (const name of ['paper1', 'paper2', 'paper3']) {
            if (Object.keys(records).length < most)
              records[`${subject}-${year}-${session}-${name}${zone}`] = { is_completed: true, score: 50 };
          }
        }
      }
    }
  }
  return records;
};

/** Attempts of many papers, as a spreadsheet adds them. */
const addedAttempts = (most: number): object[] => {
  const papers = Object.keys(validRecords(most));
  return Array.from({ length: most }, (_, n) => {
    const [subject_id, year, session, name, zone] = (papers[n % papers.length] ?? '').split('-');
    const enteredAt = new Date(Date.UTC(2026, 0, 2) + n).toISOString();
    return {
      ...added(enteredAt),
      subject_id,
      year: Number(year),
      session,
      paper: name,
      timezone: zone ?? null,
    };
  });
};

const part = (name: string, value: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const multipart = (fields: object, file: string): string =>
  `${Object.entries(fields)
    .map(([name, value]) => part(name, String(value)))
    .join('')}--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n` +
  `${file}\r\n--${BOUNDARY}--\r\n`;
/** Refused as what it is not, so that no image is decoded: what reading the form costs is measured. */
const NO_FILE = 'not a photo';

interface Body {
  type: string;
  text: string;
  /** Sent in chunks of one byte. */
  isCrumbled?: boolean;
}

const worstJson = (address: Reachable, limit: number): Record<string, Body> => {
  const field = TEXT_FIELD[address];
  const ordinary = JSON.stringify(ORDINARY[address]);
  const json = (text: string): Body => ({ type: JSON_TYPE, text });
  return {
    'many keys': json(`{${many(limit, ',', (n) => `"${n}":0`)}}`),
    nested: json('['.repeat(limit)),
    spaces: json(ordinary + ' '.repeat(Math.max(0, limit - ordinary.length))),
    [CRUMBS]: { ...json(ordinary + ' '.repeat(Math.max(0, limit - ordinary.length))), isCrumbled: true },
    'too large': json(' '.repeat(5_000_000)),
    ...(field && {
      'long text': json(
        JSON.stringify({ ...ORDINARY[address], [field]: accents(limit - ordinary.length - 50) }),
      ),
    }),
    ...(address === 'POST /completion/bulk' && {
      'bad records': json(`{"completion_data":{${many(limit - 30, ',', (n) => `"no-such-paper-${n}":0`)}}}`),
      'right records': json(JSON.stringify({ completion_data: validRecords(2000) })),
    }),
    ...(address === 'POST /completion/spreadsheet' && {
      'bad rows': json(`{"changes":[${many(limit - 30, ',', () => '0')}]}`),
      'right rows': json(JSON.stringify({ changes: addedAttempts(2000) })),
    }),
  };
};

const worstForm = (address: Reachable, limit: number): Record<string, Body> => {
  const form = (text: string): Body => ({ type: FORM, text });
  return {
    'many fields': form(manyFields(limit)),
    'long text': form(
      new URLSearchParams({ ...ORDINARY[address], username: accents(limit / 3.5) }).toString(),
    ),
    escapes: form(`username=${'%c3%a9'.repeat((limit - 40) / 6)}&password=x`),
    'too large': form('a'.repeat(5_000_000)),
  };
};

const worstUpload = (limit: number): Record<string, Body> => ({
  'many fields': {
    type: MULTIPART,
    text: multipart(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`f${n}`, 0])), ''),
  },
  'long head': {
    type: MULTIPART,
    text: `--${BOUNDARY}\r\ncontent-disposition: form-data${'; '.repeat(200_000)}\r\n\r\n`,
  },
  'large file': { type: MULTIPART, text: multipart(paper, 'x'.repeat(limit - 2000)) },
  'too large': { type: MULTIPART, text: multipart(paper, 'x'.repeat(limit + 5_000_000)) },
});

const chunked = (head: string, text: string): Buffer =>
  Buffer.from(
    `${head}${Array.from(Buffer.from(text), (byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('')}0\r\n\r\n`,
  );

const bytesOf = (path: string, token: string | undefined, { type, text, isCrumbled }: Body): Buffer => {
  if (!isCrumbled) return requestBytes(path, { token, type, body: text });
  const login = token ? `authorization: Bearer ${token}\r\n` : '';
  return chunked(
    `${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${login}content-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`,
    text,
  );
};

export interface FloodCase {
  name: string;
  ordinary: Buffer;
  worst: Record<string, Buffer>;
}

const caseOf = (address: Reachable, token: string): FloodCase => {
  const endpoint: Endpoint = api[address];
  const { method, path } = splitAddress(address);
  const target = `${method} /api${path.replace('{public_id}', 'a'.repeat(22)).replace('{id}', '1')}`;
  const limit = endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT;
  const isPublic = endpoint.access === 'public' || endpoint.access === 'anyone';
  // A logout would end the session that the other floods need.
  const sender = isPublic || address === 'POST /logout' ? undefined : token;
  const fields = ORDINARY[address];
  const [ordinary, worst]: [Body, Record<string, Body>] = endpoint.multipart
    ? [{ type: MULTIPART, text: multipart(fields, NO_FILE) }, worstUpload(limit)]
    : endpoint.form
      ? [
          { type: FORM, text: new URLSearchParams(Object.entries(fields)).toString() },
          worstForm(address, limit),
        ]
      : [{ type: JSON_TYPE, text: JSON.stringify(fields) }, worstJson(address, limit)];
  return {
    name: address,
    ordinary: bytesOf(target, sender, ordinary),
    worst: Object.fromEntries(
      Object.entries(worst).map(([name, body]) => [name, bytesOf(target, sender, body)]),
    ),
  };
};

/** What is no call of a student's, and takes a body all the same. */
const elsewhere = (name: string, target: string, ordinary: Body, worst: Record<string, Body>): FloodCase => ({
  name,
  ordinary: bytesOf(target, undefined, ordinary),
  worst: Object.fromEntries(
    Object.entries(worst).map(([kind, body]) => [kind, bytesOf(target, undefined, body)]),
  ),
});

export const floodCases = (token: string): FloodCase[] => {
  const form = (text: string): Body => ({ type: FORM, text });
  const login = form('username=a&password=b');
  return [
    ...(Object.keys(ORDINARY) as Reachable[]).map((address) => caseOf(address, token)),
    elsewhere('POST /login (the page)', 'POST /login', login, {
      'many fields': form(manyFields(DEFAULT_BODY_LIMIT)),
      'too large': form(manyFields(1_000_000)),
    }),
    elsewhere('POST /nowhere', 'POST /nowhere', login, {
      'many fields': form(manyFields(DEFAULT_BODY_LIMIT)),
    }),
    elsewhere(
      'POST …/batch-import (a stranger)',
      'POST /api/admin/schools/1/batch-import',
      { type: JSON_TYPE, text: '[]' },
      { 'many values': { type: JSON_TYPE, text: `[${'0,'.repeat(1_000_000)}0]` } },
    ),
    {
      name: 'GET /completion/files (query)',
      ordinary: requestBytes('GET /api/completion/files?subject_id=history_sl'),
      worst: { 'many parameters': requestBytes(`GET /api/completion/files?${manyFields(14_000)}`) },
    },
  ];
};
