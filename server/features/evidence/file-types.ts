import type { EvidenceFile } from '../../../contract/evidence.ts';
import { HttpError } from '../../http/errors.ts';

export type FileType = EvidenceFile['file_type'];

export const MIME_TYPES: Record<FileType, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  pdf: 'application/pdf',
};

/** The first is the one we would choose. */
export const EXTENSIONS: Record<FileType, readonly [string, ...string[]]> = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  gif: ['gif'],
  pdf: ['pdf'],
};

/** So many first bytes tell what a file is. */
export const HEAD_BYTES = 16;

/** By the very first bytes alone: nothing may stand before them, or a file could be two things at once. */
const SIGNATURES: [FileType, string][] = [
  ['jpeg', '\xff\xd8\xff'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['pdf', '%PDF-1.'],
  ['pdf', '%PDF-2.'],
];
const HEIC = /^.{4}ftyp(hei|hev|mif|msf)/s;

const unsupported = (head: string): HttpError =>
  new HttpError(
    415,
    HEIC.test(head)
      ? 'HEIC photos cannot be shown everywhere. Save the photo as JPEG and upload that. On an iPhone: Settings, Camera, Formats, Most Compatible.'
      : 'Only JPEG, PNG, GIF and PDF files can be uploaded.',
  );

/** What a file is, whatever its name and its sender say. Throws 415 for anything that we do not keep. */
export const fileTypeOf = (bytes: Buffer): FileType => {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  const found = SIGNATURES.find(([, signature]) => head.startsWith(signature));
  if (!found) throw unsupported(head);
  return found[0];
};
