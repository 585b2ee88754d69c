import type { EvidenceFile } from '../../../contract/evidence.ts';
import { API_BASE } from './call.ts';

/** An address that the API gave, seen from here: the API may be on another host. */
export const addressOf = (path: string) => new URL(path, new URL(API_BASE, window.location.href)).href;

/** A file as the picture viewer shows it: large enough for a screen, and whole once somebody looks closer. */
export const pictureOf = ({
  public_id: id,
  original_filename: name,
  file_type,
  file_url,
  sizes,
}: EvidenceFile) => ({
  id,
  name,
  isPicture: file_type !== 'pdf',
  address: addressOf(file_url),
  shown: addressOf(sizes.at(-1)?.url ?? file_url),
});
