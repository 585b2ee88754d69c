import fc from 'fast-check';
import { pick } from './mutate-value.ts';

/** Forms with a file, right and wrong. */

const BOUNDARY = 'campaign-boundary';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** A picture that says it is 50,000 x 50,000. */
const bomb = (): Buffer => {
  const bytes = Buffer.from(PNG);
  bytes.writeUInt32BE(50_000, 16);
  bytes.writeUInt32BE(50_000, 20);
  return bytes;
};

const FILES: Record<string, () => Buffer> = {
  png: () => PNG,
  gif: () => GIF,
  pdf: () => PDF,
  'half a png': () => PNG.subarray(0, 40),
  'a png and more': () => Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')]),
  'a png that lies about its size': bomb,
  'the start of a jpeg': () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]),
  html: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  svg: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  zip: () => Buffer.from('504b0304140000000800', 'hex'),
  nothing: () => Buffer.alloc(0),
  'one byte': () => Buffer.from('x'),
  'a boundary inside': () => Buffer.from(`%PDF-1.4\r\n--${BOUNDARY}\r\n\r\n`),
  'a byte too large': () => Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024, 0x20)]),
};

const FILENAMES: readonly string[] = [
  'work.png',
  'work.pdf.exe',
  '../../work.png',
  'C:\\work.png',
  '\0.png',
  '\u202egnp.exe',
  'ü'.repeat(300),
  '"; filename="b.png',
  '',
  '.',
  'CON',
  'a\r\nX: y',
];

const part = (head: string, body: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);

/** The forms that can be told apart from a proper one only by reading them. */
const ODD_FORMS: readonly ((parts: Buffer[], file: Buffer) => Buffer)[] = [
  (parts) => Buffer.concat(parts),
  (parts) => Buffer.concat([...parts, ...parts, END]),
  (parts) => Buffer.concat([Buffer.from('preamble\r\n'), ...parts, END, Buffer.from('epilogue')]),
  (parts) => Buffer.concat([Buffer.alloc(5000, 0x70), ...parts, END]),
  (parts) => Buffer.concat([...parts, part('Content-Disposition: form-data', 'x'), END]),
  (parts) => Buffer.concat([...parts, part('', 'x'), END]),
  (parts) => Buffer.concat([...parts, part('Content-Disposition: attachment; name=a', 'x'), END]),
  (parts) => Buffer.concat([...parts, part('Content-Disposition: form-data; name="__proto__"', 'x'), END]),
  (parts) => Buffer.concat([...parts, part('Content-Disposition: form-data; name="constructor"', 'x'), END]),
  (parts) => Buffer.concat([...parts, part(`X: ${'y'.repeat(9000)}`, 'x'), END]),
  (parts) =>
    Buffer.concat([...parts, part('Content-Disposition: form-data; name="year"', 'x'.repeat(2000)), END]),
  (parts) =>
    Buffer.concat([...parts, part('Content-Disposition: form-data; name="y"', Buffer.from([0xff])), END]),
  (_parts, file) => Buffer.concat([part('Content-Disposition: form-data; name="file"', file), END]),
  () => END,
  () => Buffer.from(`--${BOUNDARY}`),
  () => Buffer.from('\r\n\r\n'),
  () =>
    Buffer.concat([
      ...Array.from({ length: 30 }, (_, n) => part(`Content-Disposition: form-data; name="f${n}"`, 'x')),
      END,
    ]),
];

export interface UploadPlan {
  file: string;
  filename: number;
  /** Zero for a proper form. */
  odd: number;
}

export const UPLOADS: fc.Arbitrary<UploadPlan> = fc.record({
  file: fc.oneof(fc.constantFrom('png', 'gif', 'pdf'), fc.constantFrom(...Object.keys(FILES))),
  filename: fc.nat(50),
  odd: fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, fc.nat(50)),
});

export const uploadBody = (fields: unknown, { file, filename, odd }: UploadPlan): Buffer => {
  const bytes = (FILES[file] ?? (() => PNG))();
  const entries = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  const parts = [
    ...entries.map(([name, value]) =>
      part(
        `Content-Disposition: form-data; name="${name}"`,
        typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
      ),
    ),
    part(
      `Content-Disposition: form-data; name="file"; filename="${pick(FILENAMES, filename)}"\r\nContent-Type: image/png`,
      bytes,
    ),
  ];
  return odd === 0 ? Buffer.concat([...parts, END]) : pick(ODD_FORMS, odd)(parts, bytes);
};
