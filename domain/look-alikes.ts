import { loginKey } from './accounts.ts';

/** Names that look alike in different alphabets: 'сосо' in Cyrillic reads as 'coco'. */

/**
 * Letters that look like Latin ones in lower or upper case, each above the one that it looks like. Where a Greek letter
 * looks like two, as ν like v and Ν like N, the upper case counts: there both are drawn the same. Migration 0008 has
 * the same pairs for older names; pairs added later are not in it.
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
 * The form in which no two usernames may be equal, so that nobody can pass for somebody else. People log in by another
 * form: what they type.
 */
export function lookOf(username: string): string {
  // Accents are separated from their letters, because they look alike as well: 'ё' is 'ë'.
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
