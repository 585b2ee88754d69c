import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import {
  FILE_EMPTY,
  FILE_TOO_LARGE,
  type FileType,
  HEAD_BYTES,
  MAX_FILE_BYTES,
} from '../../../domain/evidence.ts';
import { badRequest, HttpError, unprocessable } from '../../http/errors.ts';
import { onDisk } from '../../storage/disk-errors.ts';
import { fileTypeOf } from './file-types.ts';
import { boundaryOf, readParts, textOf } from './multipart.ts';

/** A file that has arrived completely, and what it is. */
export interface ReceivedFile {
  path: string;
  type: FileType;
  /** As the sender wrote it. */
  filename: string | undefined;
  size: number;
  sha256: Buffer;
}

export interface Upload {
  fields: Record<string, string>;
  file: ReceivedFile;
}

const MAX_FIELDS = 10;
const MAX_FIELD_BYTES = 1024;

const tooLarge = () => new HttpError(413, FILE_TOO_LARGE);

/** The body in chunks. Leaving early does not close the connection: there is still an answer to send. */
const piecesOf = (raw: IncomingMessage, limit: number) => {
  const pieces = raw.iterator({ destroyOnReturn: false });
  let size = 0;
  return {
    next: async (): Promise<IteratorResult<Buffer, undefined>> => {
      let step: IteratorResult<Buffer>;
      try {
        step = (await pieces.next()) as IteratorResult<Buffer>;
      } catch (error) {
        throw Object.assign(badRequest('The upload was cut off.'), { cause: error });
      }
      if (step.done) return { done: true, value: undefined };
      size += step.value.length;
      if (size > limit) throw tooLarge();
      return step;
    },
    stop: () => pieces.return?.(),
  };
};

/** Writes the file as it arrives; stops at the first bytes if the type is not accepted. */
const writeFile = async (
  bytes: AsyncIterable<Buffer>,
  path: string,
): Promise<Pick<ReceivedFile, 'type' | 'size' | 'sha256'>> => {
  const hash = createHash('sha256');
  const handle = await open(path, 'wx', 0o600);
  try {
    let head = Buffer.alloc(0);
    let type: FileType | undefined;
    let size = 0;
    const write = async (piece: Buffer) => {
      hash.update(piece);
      await handle.appendFile(piece);
    };
    for await (const piece of bytes) {
      size += piece.length;
      if (size > MAX_FILE_BYTES) throw tooLarge();
      if (type) await write(piece);
      else {
        head = Buffer.concat([head, piece]);
        if (head.length < HEAD_BYTES) continue;
        type = fileTypeOf(head);
        await write(head);
      }
    }
    if (size === 0) throw unprocessable(FILE_EMPTY);
    if (!type) {
      type = fileTypeOf(head);
      await write(head);
    }
    return { type, size, sha256: hash.digest() };
  } finally {
    await handle.close();
  }
};

const readUpload = async (
  source: AsyncIterator<Buffer>,
  boundary: string,
  folder: string,
): Promise<Upload> => {
  const fields = new Map<string, string>();
  let file: ReceivedFile | undefined;
  for await (const part of readParts(source, boundary)) {
    if (part.name === 'file') {
      if (file) throw unprocessable('Send one file at a time.');
      const path = join(folder, 'received');
      file = { path, filename: part.filename, ...(await writeFile(part.bytes, path)) };
    } else {
      if (fields.has(part.name) || fields.size >= MAX_FIELDS) throw badRequest('The form could not be read.');
      fields.set(part.name, await textOf(part, MAX_FIELD_BYTES));
    }
  }
  if (!file) throw unprocessable('file: Choose a file.');
  return { fields: Object.fromEntries(fields), file };
};

/** Throws 415 for anything but a form, before any work is done for it. */
export const getBoundary = (raw: IncomingMessage): string => {
  const boundary = boundaryOf(raw.headers['content-type']);
  if (boundary === undefined) throw new HttpError(415, 'Send this as multipart/form-data.');
  return boundary;
};

/** Receives an upload into the folder. Fields may come before or after the file. */
export const receiveUpload = async (
  raw: IncomingMessage,
  boundary: string,
  folder: string,
  limit: number,
): Promise<Upload> => {
  const pieces = piecesOf(raw, limit);
  try {
    if (Number(raw.headers['content-length'] ?? 0) > limit) throw tooLarge();
    const upload = await onDisk(() => readUpload(pieces, boundary, folder));
    // What follows the last part does not matter, but its absence means that the connection broke.
    while (!(await pieces.next()).done);
    return upload;
  } catch (error) {
    await pieces.stop();
    throw error;
  }
};
