export const FAILED = 'Failed to upload file. Please try again.';
export const UNREADABLE = 'The file could not be read. Please choose it again.';
