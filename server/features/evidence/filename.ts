import type { FileType } from '../../../domain/evidence.ts';
import { EXTENSIONS } from './file-types.ts';

const MAX_LENGTH = 120;
const NAMELESS: Record<FileType, string> = { jpeg: 'photo', png: 'image', gif: 'image', pdf: 'document' };

/** Format characters are invisible; some of them reverse the direction of the text that follows. */
const UNWANTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/**
 * The name as it is stored and shown: the last part of what may be a path, without invisible characters, never empty,
 * and with the right extension, because people open saved files by it.
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
