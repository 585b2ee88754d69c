import { type Mutation, pick } from './mutate-value.ts';
import { CONTENT_TYPES, HEADERS, METHODS, PATH_PARTS, QUERIES, VERSIONS } from './values.ts';

/** A request as it is sent. Text is one letter a byte. */
export interface Draft {
  method: string;
  path: string;
  query: string;
  version: string;
  headers: [string, string][];
  body: Buffer | undefined;
  /** How the end of the body is told. */
  framing: 'length' | 'chunked' | 'broken chunks' | 'too short' | 'too long';
  /** The connection is closed after so many thousandths of the request; nobody waits for an answer. */
  cutAt: number | undefined;
}

const asText = (draft: Draft, change: (text: string) => string): void => {
  draft.body = Buffer.from(change((draft.body ?? Buffer.alloc(0)).toString('latin1')), 'latin1');
};

const setHeader = (draft: Draft, name: string, value: string | undefined): void => {
  draft.headers = draft.headers.filter(([given]) => given !== name);
  if (value !== undefined) draft.headers.push([name, value]);
};

const insert = (text: string, n: number, piece: string): string => {
  const at = text.length === 0 ? 0 : n % text.length;
  return text.slice(0, at) + piece + text.slice(at);
};

/** What can be done to a request besides changing what it says. */
export const REQUEST_MUTATIONS: Record<string, (draft: Draft, mutation: Mutation) => void> = {
  'another method': (draft, { n }) => {
    draft.method = pick(METHODS, n);
  },
  'another version': (draft, { n }) => {
    draft.version = pick(VERSIONS, n);
  },
  'a hostile part in the path': (draft, { n, m }) => {
    const parts = draft.path.split('/');
    parts[2 + (n % Math.max(1, parts.length - 2))] = pick(PATH_PARTS, m);
    draft.path = parts.join('/');
  },
  'a longer path': (draft, { n, m }) => {
    draft.path = pick([`${draft.path}/`, `/${draft.path}`, `${draft.path}/${pick(PATH_PARTS, m)}`], n);
  },
  'another spelling of the path': (draft, { n }) => {
    const { path } = draft;
    draft.path = pick(
      [
        path.toUpperCase(),
        path.slice(4),
        `http://evil.example${path}`,
        `//evil.example${path}`,
        path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
        `/api/../api${path.slice(4)}`,
        `${path}#x`,
        '*',
        '',
        ' ',
      ],
      n,
    );
  },
  'a hostile query': (draft, { n, m }) => {
    const hostile = pick(QUERIES, m);
    draft.query = n % 2 === 0 ? hostile : [draft.query, hostile].filter(Boolean).join('&');
  },
  'a parameter twice': (draft) => {
    draft.query = `${draft.query}&${draft.query}`;
  },
  'a hostile part inside the query': (draft, { n, m }) => {
    draft.query = insert(draft.query, n, pick(PATH_PARTS, m));
  },
  'another content type': (draft, { n }) => setHeader(draft, 'content-type', pick(CONTENT_TYPES, n)),
  'a header more': (draft, { n }) => {
    const [name, value] = pick(HEADERS, n);
    draft.headers.push([name, value]);
  },
  'another header': (draft, { n }) => {
    const [name, value] = pick(HEADERS, n);
    setHeader(draft, name, value);
  },
  'a header twice': (draft, { n }) => {
    draft.headers.push([...pick(draft.headers, n)]);
  },
  'a header less': (draft, { n }) => {
    draft.headers.splice(n % draft.headers.length, 1);
  },
  'many headers': (draft, { n }) => {
    for (let number = 0; number < pick([50, 300, 2500], n); number += 1)
      draft.headers.push([`x-${number}`, 'y']);
  },
  'no body': (draft) => {
    draft.body = undefined;
  },
  'an empty body': (draft) => {
    draft.body = Buffer.alloc(0);
  },
  'a chunked body': (draft) => {
    draft.framing = 'chunked';
  },
  'broken chunks': (draft) => {
    draft.framing = 'broken chunks';
  },
  'more body than said': (draft) => {
    draft.framing = 'too short';
  },
  'less body than said': (draft) => {
    draft.framing = 'too long';
  },
  'cut off': (draft, { n }) => {
    draft.cutAt = n % 1000;
  },
  'half a body': (draft, { n }) => asText(draft, (text) => text.slice(0, n % (text.length + 1))),
  'a byte that is no UTF-8': (draft, { n, m }) =>
    asText(draft, (text) =>
      insert(text, n, pick(['\xff', '\xc0\xaf', '\xed\xa0\x80', '\xf5\x80\x80\x80', '\0'], m)),
    ),
  'UTF-16': (draft) => {
    draft.body = Buffer.from(`\ufeff${(draft.body ?? '').toString()}`, 'utf16le');
  },
  'a byte order mark': (draft) => asText(draft, (text) => `\xef\xbb\xbf${text}`),
  'something after the body': (draft, { n }) =>
    asText(draft, (text) => text + pick(['}', 'x', '\n\n', '{"a":1}', ',', '//', '&a=%', '&username=x'], n)),
  'broken JSON': (draft, { n, m }) =>
    asText(draft, (text) =>
      insert(text, n, pick(['"', '{', '[', ',', ':', '\\', "'", '/*', 'NaN', '-', '\\u00'], m)),
    ),
  'what is no JSON value': (draft, { n }) => {
    const words = [
      'NaN',
      'Infinity',
      'undefined',
      '-0',
      '1e999',
      '0x10',
      '01',
      "'a'",
      '"\\ud800"',
      '"\\u0000"',
    ];
    draft.body = Buffer.from(pick(words, n));
  },
  'a key of the prototype': (draft, { n }) =>
    asText(draft, (text) =>
      text.replace(
        '{',
        `{${pick(['"__proto__":{"a":1},', '"constructor":{"prototype":{}},', '"__proto__":null,'], n)}`,
      ),
    ),
  'a key twice': (draft) => asText(draft, (text) => text.replace(/\{("[^"]*":[^,{}[\]]*)/, '{$1,$1')),
  'endless brackets': (draft, { n }) => {
    const [open = '', close = ''] = pick(
      [
        ['[', ']'],
        ['{"a":', '1}'],
      ],
      n,
    );
    draft.body = Buffer.from(open.repeat(50_000) + close.repeat(n % 2 === 0 ? 50_000 : 0));
  },
  'a body over every limit': (draft) => {
    draft.body = Buffer.concat([draft.body ?? Buffer.alloc(0), Buffer.alloc(2_200_000, 0x20)]);
  },
  'random bytes as the body': (draft, { n, m }) => {
    draft.body = Buffer.from(
      Array.from({ length: 1 + (n % 300) }, (_, index) => (index * 31 + m * 7 + n) % 256),
    );
  },
};
