import type { EvidenceFile } from '../../../../contract/evidence.ts';

export const FAILED = 'Failed to upload file. Please try again.';
export const UNREADABLE = 'The file could not be read. Please choose it again.';

/** What a press does; it opens in a new tab. */
export const verbOf = ({ file_type }: Pick<EvidenceFile, 'file_type'>) =>
  file_type === 'pdf' ? 'View PDF' : 'View Image';
