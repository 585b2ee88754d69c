import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '../../../domain/evidence.ts';
import {
  eventually,
  listOf,
  PAPER,
  smallPdf,
  storedFiles,
  upload,
  uploadForm,
} from '../../testing/evidence.ts';
import { createPerson, createSchool, type Person } from '../../testing/people.ts';
import { startTestServer } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { countTraces, getRow, pretendSize } from './evidence.test.queries.ts';

/** What is accepted, what is not, and that refused files leave nothing behind. Real bytes, over a real connection. */

const server = shareServer();

const student = () => createPerson(server.db, 'student');
const picture = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
const fetched = async (url: string) => {
  const answer = await fetch(server.url + url);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** Nothing of this person's, and nothing unfinished of anybody's. */
const expectNoTrace = async (who: Person, filesBefore: number) => {
  await eventually(async () => {
    expect(await countTraces(server.db, who.id)).toEqual({ files: 0, notes: 0, records: 0 });
    expect(await storedFiles(server.dataDir)).toHaveLength(filesBefore);
  });
};

describe('an accepted file', () => {
  test.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['gif', 'image/gif'],
  ] as const)('%s comes back as an image with a thumbnail', async (format, type) => {
    const who = await student();
    const bytes = await picture().toFormat(format).toBuffer();
    // The name and the declared type are only claims; the bytes decide.
    const answer = await upload(server, who, bytes, { name: 'page.pdf', type: 'application/pdf' });
    expect(answer).toMatchObject({ status: 200, body: { file_type: format } });
    const file = await fetched(answer.body.file_url);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe(type);
    expect(await sharp(file.bytes).metadata()).toMatchObject({ format, width: 600, height: 400 });
    const thumbnail = await fetched(answer.body.thumbnail_url);
    expect(thumbnail.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({ format: 'webp', width: 320 });
    expect(await listOf(server, who)).toMatchObject([{ public_id: answer.body.public_id }]);
  });

  test('PDF comes back byte for byte, without a thumbnail', async () => {
    const who = await student();
    const pdf = smallPdf(200_000);
    const { status, body } = await upload(server, who, pdf, { name: 'work.pdf', type: 'application/pdf' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      file_type: 'pdf',
      thumbnail_url: null,
      original_filename: 'work.pdf',
      sizes: [],
    });
    const file = await fetched(body.file_url);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.bytes.equals(pdf)).toBe(true);
  });

  test('creates the record, not ticked, and leaves an existing one unchanged', async () => {
    const who = await student();
    const key = 'math_aa_hl-2023-May-paper1-TZ1';
    const records = async () => (await server.call('GET /completion', { token: who.token })).body;
    await upload(server, who, smallPdf());
    expect(await records()).toEqual({
      [key]: {
        is_completed: false,
        score: null,
        file_count: 1,
        attempts: 0,
        best_score: null,
        completed_at: null,
      },
    });
    await server.call('POST /completion', {
      token: who.token,
      json: { ...PAPER, year: 2023, is_completed: true, score: 77 },
    });
    await upload(server, who, smallPdf(1));
    expect(await records()).toEqual({
      [key]: {
        is_completed: true,
        score: 77,
        file_count: 2,
        attempts: 1,
        best_score: 77,
        completed_at: expect.any(String),
      },
    });
  });

  test('may come before its fields, and without a zone', async () => {
    const who = await student();
    const { timezone: _, ...fields } = PAPER;
    const { status } = await upload(server, who, smallPdf(), { fields, fileFirst: true });
    expect(status).toBe(200);
    expect(await listOf(server, who)).toEqual([]);
    const { body } = await server.call(`GET /completion/files?${new URLSearchParams(fields)}`, {
      token: who.token,
    });
    expect(body.files).toHaveLength(1);
  });

  test('of exactly 10 MB is accepted', async () => {
    const who = await student();
    const pdf = smallPdf(MAX_FILE_BYTES - smallPdf().length);
    expect(pdf).toHaveLength(MAX_FILE_BYTES);
    expect((await upload(server, who, pdf)).status).toBe(200);
  });

  test('has a clean name, which cannot break the header it comes back in', async () => {
    const who = await student();
    const { body } = await upload(server, who, smallPdf(), {
      name: '../..\\evil\u202E";\u0007 räksmörgås\'*.pdf',
    });
    expect(body.original_filename).toBe('evil"; räksmörgås\'*.pdf');
    const { headers } = await fetched(body.file_url);
    expect(headers.get('content-disposition')).toBe(
      "inline; filename*=UTF-8''evil%22%3B%20r%C3%A4ksm%C3%B6rg%C3%A5s%27%2A.pdf",
    );
  });

  /** A form whose file has this disposition, sent byte for byte. */
  const sendWith = (who: Person, disposition: string) => {
    const fields = Object.entries(PAPER).map(
      ([name, value]) => `--cut\r\ncontent-disposition: form-data; name=${name}\r\n\r\n${value}\r\n`,
    );
    const file = `--cut\r\ncontent-disposition: ${disposition}\r\n\r\n${smallPdf().toString()}\r\n--cut--\r\n`;
    return server.call('POST /completion/upload', {
      token: who.token,
      raw: { body: fields.join('') + file, type: 'multipart/form-data; boundary=cut' },
    });
  };

  test.each([
    ['form-data; name=file; filename=work.pdf', 'work.pdf'],
    ["form-data; name=file; filename=x; filename*=UTF-8''r%C3%A4k%22.pdf", 'räk".pdf'],
    ['form-data; name="file"; filename="a%22b\\"c%0D%0A.pdf"', 'a"b"c.pdf'],
    ['form-data; name="file"; filename="C:\\work\\a.pdf"', 'a.pdf'],
  ])('has the name that %s gives it', async (disposition, name) => {
    expect(await sendWith(await student(), disposition)).toMatchObject({
      status: 200,
      body: { original_filename: name },
    });
  });

  test.each([
    ["form-data; name=file; filename*=UTF-8''%E4.pdf", 'The name of the file could not be read.'],
    ["form-data; name=file; filename*=latin1''%E4.pdf", 'Send the name of the file in UTF-8.'],
    ['form-data; name=file; filename="work.pdf', 'The form could not be read.'],
  ])('is refused with a message when its name is %s', async (disposition, detail) => {
    const who = await student();
    const before = (await storedFiles(server.dataDir)).length;
    expect(await sendWith(who, disposition)).toMatchObject({ status: 400, body: { detail } });
    await expectNoTrace(who, before);
  });

  test("can also be a teacher's, in their own tracker, but not a school admin's", async () => {
    const teacher = await createPerson(server.db, 'teacher');
    expect((await upload(server, teacher, smallPdf())).status).toBe(200);
    const admin = await createPerson(server.db, 'school_admin', { schoolId: await createSchool(server.db) });
    expect((await upload(server, admin, smallPdf())).status).toBe(403);
    const guest = { raw: { body: uploadForm(smallPdf()) } };
    expect((await server.call('POST /completion/upload', guest)).status).toBe(401);
  });
});

describe('an image is re-encoded', () => {
  const kept = async (who: Person, bytes: Buffer) =>
    (await fetched((await upload(server, who, bytes)).body.file_url)).bytes;

  test('without its location or any other metadata', async () => {
    const who = await student();
    const photo = await noise(300, 200)
      .withExif({
        IFD0: { Make: 'PhoneMaker', Artist: 'A Student' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitude: '0/1 7/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>home address</secret></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const before = await sharp(photo).metadata();
    expect(before.exif && before.xmp && before.icc).toBeTruthy();
    const after = await kept(who, photo);
    expect(await sharp(after).metadata()).not.toHaveProperty('exif');
    expect(await sharp(after).metadata()).not.toHaveProperty('xmp');
    for (const secret of ['PhoneMaker', 'A Student', 'home address', 'Exif', 'xmpmeta']) {
      expect(after.includes(secret), secret).toBe(false);
    }
  });

  test('without text hidden in a PNG or after its end', async () => {
    const png = await noise(50, 50).png().toBuffer();
    const text = chunk('tEXt', Buffer.from('Comment\0taken at home'));
    const withText = Buffer.concat([
      png.subarray(0, 33),
      text,
      png.subarray(33),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    const after = await kept(await student(), withText);
    expect(after.includes('taken at home')).toBe(false);
    expect(after.includes('<script>')).toBe(false);
  });

  test('upright', async () => {
    const who = await student();
    // A red left half and a blue right half, held sideways: orientation 6 says turn clockwise.
    const half = async (r: number, b: number) =>
      sharp({ create: { width: 100, height: 100, channels: 3, background: { r, g: 0, b } } })
        .png()
        .toBuffer();
    const sideways = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'black' } })
      .composite([
        { input: await half(255, 0), left: 0, top: 0 },
        { input: await half(0, 255), left: 100, top: 0 },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await upload(server, who, sideways);
    expect(await getRow(server.db, body.public_id)).toMatchObject({ width: 100, height: 200 });
    for (const url of [body.file_url, body.thumbnail_url]) {
      const { data, info } = await sharp((await fetched(url)).bytes)
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(info.height).toBe(info.width * 2);
      const [topRed = 0, bottomRed = 0] = [data[0], data[data.length - info.channels]];
      expect(topRed).toBeGreaterThan(200);
      expect(bottomRed).toBeLessThan(50);
    }
  });

  test('animated, if it was', async () => {
    const frames = [10, 120, 250].map((red) => Buffer.alloc(40 * 30 * 3, red));
    const gif = await sharp(Buffer.concat(frames), {
      raw: { width: 40, height: 90, channels: 3, pageHeight: 30 },
    })
      .gif({ delay: [100, 100, 100] })
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(3);
    const who = await student();
    const { body } = await upload(server, who, gif);
    expect(await sharp((await fetched(body.file_url)).bytes).metadata()).toMatchObject({
      pages: 3,
      height: 30,
    });
    expect(await getRow(server.db, body.public_id)).toMatchObject({ width: 40, height: 30 });
  });
});

/** A chunk of a PNG file. */
const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};
const pngOf = (width: number, height: number): Buffer => {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])),
    // A bomb: a few bytes that would become very many.
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
/** Tiny frames of one pixel, as many as wanted. */
const gifOf = (frames: number): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff', 'latin1'),
    ...Array.from({ length: frames }, () =>
      Buffer.from(
        '\x21\xf9\x04\x00\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00',
        'latin1',
      ),
    ),
    Buffer.from(';'),
  ]);
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(100)]);

describe('refused without a trace', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, number, RegExp]>([
    [
      'HTML',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      415,
      /Only JPEG, PNG, GIF and PDF/,
    ],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 415, /Only/],
    ['zip', () => Buffer.from('PK\x03\x04aaaaaaaaaaaaaaaaaaaaaa'), 415, /Only/],
    ['HEIC', () => heic, 415, /HEIC.*JPEG/],
    ['WebP', () => picture().webp().toBuffer(), 415, /Only/],
    ['TIFF', () => picture().tiff().toBuffer(), 415, /Only/],
    ['a PDF behind HTML', () => Buffer.from(`<html>${smallPdf().toString()}`), 415, /Only/],
    ['text of three letters', () => Buffer.from('abc'), 415, /Only/],
    ['nothing', () => Buffer.alloc(0), 422, /empty/],
    ['10 MB and a byte', () => smallPdf(MAX_FILE_BYTES - smallPdf().length + 1), 413, /larger than 10 MB/],
    ['11 MB of noise', () => Buffer.concat([smallPdf(), randomBytes(11_000_000)]), 413, /larger/],
    ['30 MB', () => Buffer.concat([smallPdf(), Buffer.alloc(30_000_000)]), 413, /larger/],
    ['50,000 x 50,000 points', () => pngOf(50_000, 50_000), 422, /megapixels/],
    ['40 megapixels and one row', () => pngOf(8000, 5001), 422, /megapixels/],
    ['a picture without a picture', () => pngOf(8000, 5000), 422, /damaged/],
    ['an endless animation', () => gifOf(201), 422, /animation/],
    [
      'a JPEG cut in half',
      async () => (await noise(200, 200).jpeg().toBuffer()).subarray(0, 20_000),
      422,
      /damaged/,
    ],
    [
      'a JPEG of a head alone',
      () => Buffer.from('\xff\xd8\xff\xe0aaaaaaaaaaaaaaaaaaaaa', 'latin1'),
      422,
      /damaged/,
    ],
    ['a PNG of a head alone', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 422, /damaged/],
  ])('%s, named .png', async (_what, make, status, detail) => {
    const who = await student();
    const before = (await storedFiles(server.dataDir)).length;
    const answer = await upload(server, who, await make(), { name: 'work.png', type: 'image/png' });
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status });
    expect(answer.body).toEqual({ detail: expect.stringMatching(detail) });
    await expectNoTrace(who, before);
  });

  test('200 frames are accepted', async () => {
    expect((await upload(server, await student(), gifOf(200))).status).toBe(200);
  });

  test.each<[string, Record<string, string>, number]>([
    ['an unknown subject', { ...PAPER, subject_id: 'alchemy_hl' }, 422],
    ['May 2020', { ...PAPER, year: '2020' }, 422],
    ['a year like 2e3', { ...PAPER, year: '2e3' }, 422],
    ['another field', { ...PAPER, score: '5' }, 422],
    ['__proto__', { ...PAPER, ['__proto__x'.slice(0, 9)]: 'x' }, 422],
    ['no paper', { subject_id: 'math_aa_hl', year: '2023', session: 'May' }, 422],
    ['no fields', {}, 422],
    ['an endless field', { ...PAPER, paper: 'x'.repeat(5000) }, 400],
    [
      'a form of many fields',
      { ...PAPER, ...Object.fromEntries('abcdefgh'.split('').map((n) => [n, n])) },
      400,
    ],
    ['an empty zone', { ...PAPER, timezone: '' }, 422],
  ])('%s', async (_what, fields, status) => {
    const who = await student();
    const before = (await storedFiles(server.dataDir)).length;
    for (const fileFirst of [true, false]) {
      const answer = await upload(server, who, smallPdf(), { fields, fileFirst });
      expect(answer, JSON.stringify(answer.body)).toMatchObject({
        status,
        body: { detail: expect.any(String) },
      });
    }
    await expectNoTrace(who, before);
  });

  test('two files, no file, a field twice, and what is not a form', async () => {
    const who = await student();
    const before = (await storedFiles(server.dataDir)).length;
    const send = async (body: BodyInit, type?: string) =>
      (
        await server.call('POST /completion/upload', {
          token: who.token,
          raw: { body, ...(type && { type }) },
        })
      ).status;
    const twoFiles = uploadForm(smallPdf());
    twoFiles.append('file', new Blob(['%PDF-1.4 again and more']), 'b.pdf');
    expect(await send(twoFiles)).toBe(422);
    const noFile = uploadForm(smallPdf());
    noFile.delete('file');
    expect(await send(noFile)).toBe(422);
    const twice = uploadForm(smallPdf());
    twice.append('year', '2022');
    expect(await send(twice)).toBe(400);
    expect(await send('{"a":1}', 'application/json')).toBe(415);
    // With the excess behind the end of the form.
    const form = new Response(uploadForm(smallPdf()));
    const type = form.headers.get('content-type') ?? '';
    const whole = Buffer.concat([Buffer.from(await form.arrayBuffer()), Buffer.alloc(12_000_000, 'x')]);
    expect(await send(whole, type)).toBe(413);
    expect(await send('x', 'multipart/form-data')).toBe(415);
    expect(await send('not a form', 'multipart/form-data; boundary=abc')).toBe(400);
    await expectNoTrace(who, before);
  });
});

describe('an upload that is cut off', () => {
  const boundary = 'cut';
  const content = Buffer.concat([
    ...Object.entries(PAPER).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`),
    smallPdf(300_000),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

  /** Sends the first bytes, then ends or breaks the connection; returns what came back. */
  const send = (who: Person, sent: Buffer, declared: number, end: 'finish' | 'break'): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
        socket.write(
          `POST /api/completion/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${who.token}\r\n` +
            `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${declared}\r\nconnection: close\r\n\r\n`,
        );
        socket.write(sent, () => {
          if (end === 'break') setTimeout(() => socket.resetAndDestroy(), 50);
          else if (declared > sent.length) setTimeout(() => socket.end(), 50);
        });
      });
      let text = '';
      socket.on('data', (piece) => {
        text += String(piece);
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
    });

  test('is stored when it is complete', async () => {
    const who = await student();
    expect(await send(who, content, content.length, 'finish')).toContain('HTTP/1.1 200');
    expect(await listOf(server, who)).toHaveLength(1);
  });

  test.each(['finish', 'break'] as const)('anywhere leaves no trace (%s)', async (end) => {
    const who = await student();
    const before = (await storedFiles(server.dataDir)).length;
    for (const part of [0, 0.001, 0.3, 0.8, 0.9999]) {
      const answer = await send(
        who,
        content.subarray(0, Math.floor(content.length * part)),
        content.length,
        end,
      );
      expect(answer, String(part)).toMatch(end === 'finish' ? /^HTTP\/1\.1 400 / : /^$/);
    }
    await expectNoTrace(who, before);
  });

  test('by us is still read to its end, for clients that read only after sending', async () => {
    const who = await student();
    // Refused at its first bytes, with all the rest still to come.
    const start = content.subarray(0, content.indexOf('%PDF'));
    const large = Buffer.concat([start, Buffer.alloc(10_000_000)]);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
        socket.pause();
        socket.write(
          `POST /api/completion/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${who.token}\r\n` +
            `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${large.length}\r\n\r\n`,
        );
        socket.write(large, () => socket.resume());
      });
      socket.on('data', (piece) => {
        socket.destroy();
        resolve(String(piece));
      });
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 415 /);
  });

  test('by a declared length that is too short is 400, without a trace', async () => {
    const who = await student();
    const before = (await storedFiles(server.dataDir)).length;
    const short = content.length - 20;
    expect(await send(who, content.subarray(0, short), short, 'finish')).toMatch(/^HTTP\/1\.1 400 /);
    await expectNoTrace(who, before);
  });
});

describe('limits', () => {
  test('ten files per paper, also when they come at once', async () => {
    const who = await student();
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => upload(server, who, smallPdf(n))));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.detail).toMatch(/10 files/);
    expect(await listOf(server, who)).toHaveLength(10);
    const otherPaper = { ...PAPER, year: '2022' };
    expect((await upload(server, who, smallPdf(), { fields: otherPaper })).status).toBe(200);
  });

  test('500 MB per user, also when two compete for the last bytes', async () => {
    const who = await student();
    const pdf = smallPdf(1000);
    const { body } = await upload(server, who, pdf);
    await pretendSize(server.db, body.public_id, 500 * 1024 * 1024 - pdf.length);
    const years = ['2019', '2021', '2022'];
    const answers = await Promise.all(
      years.map((year) => upload(server, who, pdf, { fields: { ...PAPER, year } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.detail).toMatch(/500 MB/);
    await eventually(async () =>
      // The records of the refused papers are not created either.
      expect(await countTraces(server.db, who.id)).toEqual({ files: 2, notes: 0, records: 2 }),
    );
  });

  test('uploads per hour and user', async () => {
    const strict = await startTestServer({ environment: { RATE_LIMIT: 'on' }, stoppedClock: true });
    const [who, other] = [await createPerson(strict.db, 'student'), await createPerson(strict.db, 'student')];
    let last = 0;
    for (let turn = 0; turn <= 200; turn += 1) {
      const form = { token: who.token, raw: { type: 'multipart/form-data', body: 'x' } };
      last = (await strict.call('POST /completion/upload', form)).status;
    }
    expect(last).toBe(429);
    expect((await upload(strict, other, smallPdf())).status).toBe(200);
    await strict.stop();
  });
});
