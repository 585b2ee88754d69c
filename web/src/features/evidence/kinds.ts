import {
  detectFileType,
  FILE_EMPTY,
  FILE_TOO_LARGE,
  type FileType,
  HEAD_BYTES,
  MAX_FILE_BYTES,
  WRONG_FILE_TYPE,
} from '../../../../domain/evidence.ts';
import { UNREADABLE } from './upload-messages.ts';

/** What is kept, and what can be made into it where the browser can decode it. */
export type Kind = FileType | 'heic';

/** A file that need not be sent, with a sentence for the user. */
export class Unsendable extends Error {}

async function headOf(file: Blob): Promise<string> {
  try {
    return String.fromCharCode(...new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  } catch {
    // Moved or deleted since it was chosen, or a folder that was dropped.
    throw new Unsendable(UNREADABLE);
  }
}

/** Throws Unsendable for what can be told at once not to be taken. Photos may yet become smaller. */
export async function kindOf(file: Blob): Promise<Kind> {
  const head = await headOf(file);
  if (file.size === 0) throw new Unsendable(FILE_EMPTY);
  const kind = detectFileType(head);
  if (kind === undefined) throw new Unsendable(WRONG_FILE_TYPE);
  if ((kind === 'pdf' || kind === 'gif') && file.size > MAX_FILE_BYTES) throw new Unsendable(FILE_TOO_LARGE);
  return kind;
}
