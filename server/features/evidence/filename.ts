import type { FileType } from '../../../domain/evidence.ts';
import { EXTENSIONS } from './file-types.ts';

const MAX_LENGTH = 120;
const NAMELESS: Record<FileType, string> = { jpeg: 'photo', png: 'image', gif: 'image', pdf: 'document' };

/** Format characters draw nothing; among them are those that turn the direction of what follows. */
const UNWANTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/**
 * The name as it is kept and shown: the last part of what may be a path, without what cannot be seen, never empty, and
 * with an ending that says what the file is, since somebody will save it and open it by that.
 */
export const cleanFilename = (given: string | undefined, type: FileType): string => {
  const last = (given ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const visible = last
    .replace(UNWANTED, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const ending = /\.([^.]*)$/.exec(visible)?.[1]?.toLowerCase() ?? '';
  const isRight = EXTENSIONS[type].includes(ending);
  const stem = isRight ? visible.slice(0, -ending.length - 1) : visible;
  const kept = isRight ? ending : EXTENSIONS[type][0];
  const short = Array.from(stem)
    .slice(0, MAX_LENGTH - kept.length - 1)
    .join('')
    .trim();
  return `${short || NAMELESS[type]}.${kept}`;
};
