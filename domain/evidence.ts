export const FILE_TYPES = ['jpeg', 'png', 'gif', 'pdf'] as const;
export type FileType = (typeof FILE_TYPES)[number];

const MB = 1024 * 1024;
export const MAX_FILE_BYTES = 10 * MB;
export const MAX_FILES_PER_PAPER = 10;
export const MAX_BYTES_PER_USER = 500 * MB;

export const THUMBNAIL_WIDTH = 320;

/** This many bytes from the start are enough to tell what a file is. */
export const HEAD_BYTES = 16;

/** At the very start of a file, or it could be two things at once. */
const SIGNATURES: readonly (readonly [FileType, string])[] = [
  ['jpeg', '\xff\xd8\xff'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['pdf', '%PDF-1.'],
  ['pdf', '%PDF-2.'],
];
const HEIC = /^.{4}ftyp(?:hei|hev|mif|msf)/s;

/** What a file is by its first bytes, one character each. HEIC is what iPhones take; it is never stored. */
export function detectFileType(head: string): FileType | 'heic' | undefined {
  if (HEIC.test(head)) return 'heic';
  return SIGNATURES.find(([, signature]) => head.startsWith(signature))?.[0];
}

// The browser says the same as the server, before it sends anything.
export const FILE_TOO_LARGE = `The file is larger than ${MAX_FILE_BYTES / MB} MB. Please choose a smaller one.`;
export const TOO_MANY_FILES = `A paper can have ${MAX_FILES_PER_PAPER} files. Remove one to add another.`;
export const FILE_EMPTY = 'The file is empty.';
export const WRONG_FILE_TYPE = 'Only JPEG, PNG, GIF and PDF files can be uploaded.';
export const HEIC_REFUSED =
  'HEIC photos cannot be shown everywhere. Save the photo as JPEG and upload that. On an iPhone: Settings, Camera, Formats, Most Compatible.';
