import type { EvidenceFile } from '../../../../contract/evidence.ts';
import { MAX_FILE_BYTES } from './limits.ts';
import { EMPTY, TOO_LARGE, UNREADABLE, WRONG_TYPE } from './upload-messages.ts';

/** What is kept, and what can be made into it where the browser can decode it. */
export type Kind = EvidenceFile['file_type'] | 'heic';

/** A file that need not be sent, with a sentence for the user. */
export class Unsendable extends Error {}

const HEAD_BYTES = 16;

/** By the very first bytes, as the server tells them; a name says nothing. */
const SIGNATURES: readonly (readonly [Kind, string])[] = [
  ['jpeg', '\xff\xd8\xff'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['pdf', '%PDF-1.'],
  ['pdf', '%PDF-2.'],
];
const HEIC = /^.{4}ftyp(?:hei|hev|mif|msf)/s;

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
  if (file.size === 0) throw new Unsendable(EMPTY);
  const kind = HEIC.test(head) ? 'heic' : SIGNATURES.find(([, signature]) => head.startsWith(signature))?.[0];
  if (kind === undefined) throw new Unsendable(WRONG_TYPE);
  if ((kind === 'pdf' || kind === 'gif') && file.size > MAX_FILE_BYTES) throw new Unsendable(TOO_LARGE);
  return kind;
}
