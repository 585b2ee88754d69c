import { loginKey } from './accounts.ts';

/** Names that read alike in letters of another alphabet: 'сосо' in Cyrillic is 'coco' to everybody who sees it. */

/**
 * Letters that look like Latin ones in lower or in upper case, each above the one that it looks like. Where a Greek
 * letter looks like two, as ν like v and Ν like N, the upper case counts: there both are drawn the same.
 * Migration 0008 has the same pairs, for the names that were there before; those added later are not in it.
 */
const LOOK_ALIKES = [
  ['авекмнорстухіјѕһӏԁԛԝѵьгзб', 'abekmhopctyxijshldqwvbr36'], // Cyrillic
  ['αβγεζηικμνορσςτυχω', 'abyezhikmnopoctyxw'], // Greek; a lunate sigma is a ς by its key
  ['հսոօցզգյտլ', 'hunogqqjsl'], // Armenian
  ['ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdeghijklmnoprstuvwyz'], // Latin in small capitals
  ['ıȷɩɑɡǀ', 'ijiagl'],
  ['’‘ʼʻ′‐‒–—−', "'''''-----"],
] as const;
const LATIN = new Map(
  LOOK_ALIKES.flatMap(([letters, latin]) => Array.from(letters, (letter, at) => [letter, latin[at] ?? ''])),
);

/**
 * The form in which no two usernames are the same, so that nobody passes for somebody else. Not the one by which people
 * log in, which is what they type.
 */
export function lookOf(username: string): string {
  // Marks apart from their letters, because they look alike as well: 'ё' is 'ë'.
  const letters = Array.from(loginKey(username).normalize('NFKD'), (letter) => LATIN.get(letter) ?? letter);
  return (
    letters
      .join('')
      // The dot of 'İ', which its lower case keeps.
      .replace(/([ij])\u0307/g, '$1')
      // A page shows two spaces as one.
      .replace(/ +/g, ' ')
      .normalize('NFC')
  );
}
