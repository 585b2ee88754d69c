import { MAX_FILE_BYTES, MAX_FILES_PER_PAPER } from './limits.ts';

export const FAILED = 'Failed to upload file. Please try again.';

// What the server would say too. Said here, nothing is sent in vain.
export const TOO_LARGE = `The file is larger than ${MAX_FILE_BYTES / (1024 * 1024)} MB. Please choose a smaller one.`;
export const TOO_MANY = `A paper can have ${MAX_FILES_PER_PAPER} files. Remove one to add another.`;
export const EMPTY = 'The file is empty.';
export const WRONG_TYPE = 'Only JPEG, PNG, GIF and PDF files can be uploaded.';
export const HEIC =
  'HEIC photos cannot be shown everywhere. Save the photo as JPEG and upload that. On an iPhone: Settings, Camera, Formats, Most Compatible.';
export const UNREADABLE = 'The file could not be read. Please choose it again.';
