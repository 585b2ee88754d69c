/** Passwords that are one word which somebody else would think of, with digits and symbols around it. */

/** Without accents: 'José' types 'jose1'. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** What people write for a letter. An l is an i here, because a 1 stands for both. */
const STAND_INS = { a: '@4', e: '3', i: '1!|l', o: '0', s: '5$', t: '7+' };
const LETTER_FOR = new Map(
  Object.entries(STAND_INS).flatMap(([letter, all]) => Array.from(all, (one) => [one, letter] as const)),
);

/** One character for one, so that positions in a text do not shift. */
function substituted(plainText: string): string {
  return Array.from(plainText, (character) => LETTER_FOR.get(character) ?? character).join('');
}

/** The form in which words are compared: 'P@ssw0rd' and 'password' are equal. */
export function wordKey(text: string): string {
  return substituted(plain(text));
}

/** Two Chinese characters are a name; two Latin letters are in every other word. */
const IS_WORD = /\p{Ideographic}{2}|.{3}/su;
const LETTER = /\p{L}/u;
const FEW_LETTERS = 3;

/** The words of a name or an address, as keys: the whole, the whole without separators, and each word. */
export function wordsIn(text: string): string[] {
  const name = plain(text);
  const words = [name, name.replace(/[^\p{L}\p{N}]/gu, ''), ...(name.match(/\p{L}+/gu) ?? [])];
  return [...new Set(words.filter((word) => IS_WORD.test(word)).map(substituted))];
}

/** What is left of a password without some words, and whether any of them was there. */
function leaveOut(password: string, words: readonly string[]): { rest: string; isIn: boolean } {
  const text = plain(password);
  const key = substituted(text);
  const isLeft = Array.from({ length: key.length }, () => true);
  for (const word of words) {
    for (let at = key.indexOf(word); at !== -1; at = key.indexOf(word, at + 1)) {
      // Digits and symbols alone spell nothing: '133' is not Lee.
      if (LETTER.test(text.slice(at, at + word.length))) isLeft.fill(false, at, at + word.length);
    }
  }
  const rest = text.split('').filter((_, at) => isLeft[at]);
  return { rest: rest.join(''), isIn: rest.length < text.length };
}

/** Whether it is one listed word between digits and symbols, some of which may stand for its own letters. */
function isListedWord(text: string, isListed: (key: string) => boolean): boolean {
  const first = text.search(LETTER);
  if (first === -1) return false;
  const last = text.search(/\P{L}*$/u);
  const key = substituted(text);
  for (let start = 0; start <= first; start += 1) {
    for (let end = last; end <= key.length; end += 1) if (isListed(key.slice(start, end))) return true;
  }
  return false;
}

/**
 * The group of words that makes up most of a password; 'listed' for a word that everybody knows. Groups are tried in
 * order, and the words of all of them are removed before the rest is looked up.
 */
export function wordGroupOf<Group extends string>(
  password: string,
  groups: Record<Group, readonly string[]>,
  isListed: (key: string) => boolean,
): Group | 'listed' | undefined {
  const entries = Object.entries(groups) as [Group, readonly string[]][];
  const { rest } = leaveOut(
    password,
    entries.flatMap(([, words]) => words),
  );
  const letters = Array.from(rest).filter((character) => LETTER.test(character));
  if (letters.length < FEW_LETTERS) {
    const found = entries.find(([, words]) => leaveOut(password, words).isIn);
    if (found) return found[0];
  }
  return isListedWord(rest, isListed) ? 'listed' : undefined;
}
