import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundaryOf, type Part, readParts, textOf } from './multipart.ts';

const BOUNDARY = '----tick';
const head = (name: string, filename?: string) =>
  `content-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`;
const body = (parts: [string, Buffer | string][], end = `--${BOUNDARY}--\r\n`): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([header, content]) => [
      Buffer.from(`--${BOUNDARY}\r\n${header}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ]);

/** Chunks of the given lengths, in rotation, as a connection might deliver them. */
async function* inPieces(bytes: Buffer, lengths: number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

const readAll = async (bytes: Buffer, lengths = [7]) => {
  const found: (Pick<Part, 'name' | 'filename'> & { content: Buffer })[] = [];
  for await (const { name, filename, bytes: pieces } of readParts(inPieces(bytes, lengths), BOUNDARY)) {
    const all: Buffer[] = [];
    for await (const piece of pieces) all.push(piece);
    found.push({ name, filename, content: Buffer.concat(all) });
  }
  return found;
};

test('any content is read unchanged, however it is cut into chunks', async () => {
  // Contents made of the boundary's own characters, to come as close to it as possible.
  const tricky = fc
    .array(fc.constantFrom('\r', '\n', '-', '--', '\r\n--', '----tic', '----tick', 'x', '\0'), {
      maxLength: 30,
    })
    .map((parts) => parts.join(''))
    .filter((text) => !`\r\n${text}`.includes(`\r\n--${BOUNDARY}`));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(tricky, fc.string()), { maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      async (contents, lengths) => {
        const found = await readAll(body(contents.map((content, n) => [head(`f${n}`), content])), lengths);
        expect(found.map(({ content }) => content.toString())).toEqual(contents);
      },
    ),
    { numRuns: 300 },
  );
});

test('a body that ends early at any byte is refused, except after the last boundary', async () => {
  const whole = body([
    [head('file', 'a.png'), 'some bytes'],
    [head('year'), '2023'],
  ]);
  const end = whole.lastIndexOf('--') + 2;
  for (let length = 0; length < end; length += 1) {
    await expect(readAll(whole.subarray(0, length)), String(length)).rejects.toMatchObject({ status: 400 });
  }
  expect(await readAll(whole.subarray(0, end))).toHaveLength(2);
});

test('what the reader leaves unread is skipped', async () => {
  const bytes = body([
    [head('file', 'a'), 'x'.repeat(5000)],
    [head('year'), '2023'],
  ]);
  const names: string[] = [];
  for await (const part of readParts(inPieces(bytes, [100]), BOUNDARY)) names.push(part.name);
  expect(names).toEqual(['file', 'year']);
});

describe('refused with 400', () => {
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['no boundary at all', Buffer.from('hello'.repeat(1000))],
    ['a part without a name', body([['content-disposition: form-data', 'x']])],
    ['a part with another name only', body([['content-disposition: form-data; filename="a"', 'x']])],
    ['a part without a disposition', body([['content-type: text/plain', 'x']])],
    ['another disposition', body([['content-disposition: attachment; name="file"', 'x']])],
    ['endless headers', body([[`${head('a')}\r\nx: ${'y'.repeat(9000)}`, 'x']])],
    ['a quote without an end', body([['content-disposition: form-data; name="file', 'x']])],
    ['a quote inside a word', body([['content-disposition: form-data; name=fi"le', 'x']])],
    ['a parameter without a value', body([['content-disposition: form-data; name=; filename=a', 'x']])],
    ['words behind a value', body([['content-disposition: form-data; name="file" or so', 'x']])],
    ['a name twice', body([['content-disposition: form-data; name=file; name=year', 'x']])],
    ['two names of the file', body([[`${head('file', 'a')}; filename=b`, 'x']])],
    ['something behind the boundary', Buffer.from(`--${BOUNDARY}xx\r\n`)],
    [
      'a part right behind the boundary',
      Buffer.from(`--${BOUNDARY}xx${head('a')}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`),
    ],
  ])('%s', async (_what, bytes) => {
    await expect(readAll(bytes)).rejects.toMatchObject({ status: 400 });
  });

  test('a field that is too long or not UTF-8', async () => {
    for (const content of ['x'.repeat(101), Buffer.from([0xff])]) {
      const parts = readParts(inPieces(body([[head('year'), content]]), [9]), BOUNDARY);
      const { value } = await parts.next();
      await expect(textOf(value as Part, 100)).rejects.toMatchObject({ status: 400 });
    }
  });
});

test.each([
  ['form-data; name="file"; filename="a.png"', 'a.png'],
  ['form-data; name="file"; filename="räksmörgås 🧮.png"', 'räksmörgås 🧮.png'],
  ['form-data; name="file"; filename="a\\"b.png"', 'a"b.png'],
  ['form-data; name="file"; filename="a%22b.png"', 'a"b.png'],
  ['form-data; name="file"; filename="C:\\fakepath\\a.png"', 'C:\\fakepath\\a.png'],
  ['form-data; name="file"; filename="a\\\\b.png"', 'a\\b.png'],
  ['form-data; name="file"; filename="a%0D%0Ab.png"', 'a\r\nb.png'],
  ['form-data; name="file"; filename="100%25.png"', '100%25.png'],
  ['form-data; filename="name=x; a.png"; name="file"', 'name=x; a.png'],
  ['form-data; name=file; filename=a.png', 'a.png'],
  ['form-data;NAME=file;FileName=a.png;', 'a.png'],
  ['form-data ; name = "file" ; filename = a.png', 'a.png'],
  [
    "form-data; name=file; filename*=UTF-8''r%C3%A4ksm%C3%B6rg%C3%A5s%20%F0%9F%A7%AE.png",
    'räksmörgås 🧮.png',
  ],
  ["form-data; name=file; filename*=utf-8'en-GB'a%22%5Cb.png", 'a"\\b.png'],
  ["form-data; name=file; filename*=UTF-8''better.png; filename=worse.png", 'better.png'],
  ['form-data; name=file; filename="worse.png"; filename*=UTF-8\'\'', ''],
  ['form-data; name="file"; filename=""', ''],
  ['form-data; name="file"', undefined],
])('a name is read from %s', async (disposition, filename) => {
  const [part] = await readAll(body([[`Content-Disposition: ${disposition}`, 'x']]));
  expect(part).toMatchObject({ name: 'file', filename });
});

test.each([
  ["UTF-8''%C3%28.png", 'The name of the file could not be read.'],
  ["UTF-8''%E4.png", 'The name of the file could not be read.'],
  ["UTF-8''100%", 'The name of the file could not be read.'],
  ["UTF-8''%zz.png", 'The name of the file could not be read.'],
  ["UTF-8''r\u00E4ksm.png", 'The name of the file could not be read.'],
  ['UTF-8', 'The name of the file could not be read.'],
  ['a.png', 'The name of the file could not be read.'],
  ["ISO-8859-1''%E4.png", 'Send the name of the file in UTF-8.'],
])('the extended filename %s is refused with a message', async (value, detail) => {
  const disposition = `content-disposition: form-data; name=file; filename=a.png; filename*=${value}`;
  await expect(readAll(body([[disposition, 'x']]))).rejects.toMatchObject({ status: 400, message: detail });
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; boundary="a b;c"', 'a b;c'],
  ['Multipart/Form-Data;boundary=----WebKit', '----WebKit'],
  [`multipart/form-data; boundary=${'x'.repeat(70)}`, 'x'.repeat(70)],
  [`multipart/form-data; boundary=${'x'.repeat(71)}`, undefined],
  ['multipart/form-data; boundary=""', undefined],
  ['multipart/form-data; boundary="abc', undefined],
  ['multipart/form-data; boundary=abc; boundary=abd', undefined],
  ['multipart/form-data; x-boundary=abc', undefined],
  ['multipart/form-data', undefined],
  ['multipart/mixed; boundary=abc', undefined],
  ['application/json', undefined],
  [undefined, undefined],
])('the boundary of %s', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary);
});
