import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '../../../../domain/evidence.ts';
import { kindOf } from './kinds.ts';

const blob = (text: string, size = 100) => new Blob([Buffer.from(text.padEnd(size, '\0'), 'latin1')]);

describe('kindOf', () => {
  it.each([
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['png', '\x89PNG\r\n\x1a\n'],
    ['gif', 'GIF87a'],
    ['gif', 'GIF89a'],
    ['pdf', '%PDF-1.7'],
    ['pdf', '%PDF-2.0'],
    ['heic', '\0\0\0\x18ftypheic'],
    ['heic', '\0\0\0\x20ftypmif1'],
    ['heic', '\0\0\n\x24ftypheix'],
  ])('is %s by the first bytes', async (kind, head) => {
    await expect(kindOf(blob(head))).resolves.toBe(kind);
  });

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg">',
    'PK\x03\x04',
    ' %PDF-1.7',
    'RIFF\0\0\0\0WEBPVP8 ',
    '\0\0\0\x18ftypavif',
    '\0\0\0\x18ftypmp42',
    'GIF90a',
  ])('refuses %j', async (head) => {
    await expect(kindOf(blob(head))).rejects.toThrow('Only JPEG, PNG, GIF and PDF files can be uploaded.');
  });

  it('refuses nothing at all', async () => {
    await expect(kindOf(new Blob([]))).rejects.toThrow('The file is empty.');
  });

  it('refuses a large file at once, unless it may become smaller', async () => {
    const over = MAX_FILE_BYTES + 1;
    await expect(kindOf(blob('%PDF-1.7', over))).rejects.toThrow('larger than 10 MB');
    await expect(kindOf(blob('GIF89a', over))).rejects.toThrow('larger than 10 MB');
    await expect(kindOf(blob('%PDF-1.7', MAX_FILE_BYTES))).resolves.toBe('pdf');
    await expect(kindOf(blob('\xff\xd8\xff\xe0', over))).resolves.toBe('jpeg');
  });
});
