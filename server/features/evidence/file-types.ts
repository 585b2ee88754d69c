import {
  detectFileType,
  type FileType,
  HEAD_BYTES,
  HEIC_REFUSED,
  WRONG_FILE_TYPE,
} from '../../../domain/evidence.ts';
import { HttpError } from '../../http/errors.ts';

export const MIME_TYPES: Record<FileType, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  pdf: 'application/pdf',
};

/** The first is the preferred one. */
export const EXTENSIONS: Record<FileType, readonly [string, ...string[]]> = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  gif: ['gif'],
  pdf: ['pdf'],
};

/** What a file is, whatever its name and its sender say. Throws 415 for anything that we do not store. */
export const fileTypeOf = (bytes: Buffer): FileType => {
  const type = detectFileType(bytes.toString('latin1', 0, HEAD_BYTES));
  if (type === undefined || type === 'heic') {
    throw new HttpError(415, type === 'heic' ? HEIC_REFUSED : WRONG_FILE_TYPE);
  }
  return type;
};
