import { isPublicMailDomain } from './public-mail.ts';
import { codePoints, isWellFormed, storedTextProblem } from './text.ts';

export const USERNAME_MAX = 60;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/**
 * The form in which a username or an e-mail address is unique, whatever the case. Computed here and not by lower() in
 * SQL, which depends on the database's locale: two databases would disagree about which names are the same.
 */
export function loginKey(text: string): string {
  // Invisible characters do not make two names different. Composed again at the end: 'J' with a caron is two code
  // points, its lower case exists as one.
  const visible = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return visible.normalize('NFKC').toLowerCase().normalize('NFKC');
}

export function normaliseEmail(text: string): string {
  // Only A-Z: toLowerCase would turn the Kelvin sign into a plain k, and an invalid address into a valid one.
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Alphabets with letters that look like those of another. Other scripts may be mixed with any of them. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];

/** The scripts that people write in today (those that Unicode recommends for names, UAX 31), by their short names. */
const SCRIPTS =
  'Arab Armn Beng Bopo Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Khmr Knda Laoo Latn Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt Zinh Zyyy';
/** A letter or digit of any other script, or a character that is none. */
const UNKNOWN = new RegExp(
  `(?![${SCRIPTS.split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('')}])[\\p{L}\\p{N}]|\\p{Cn}|\\p{Co}`,
  'u',
);
/** The digits of some scripts are the o of others: 'c๐c๐'. */
const OTHER_DIGIT = /(?![0-9])\p{Nd}/u;

// Hangul fillers, the empty Braille pattern, an Ogham space, ends of lines and of paragraphs, a note without a head.
const BLANK = /[\u115f\u1160\u3164\uffa0\u2800\u1680\u2028\u2029\u{1d159}]/u;

export function usernameProblem(text: string): string | undefined {
  if (loginKey(text) === '') return 'Username is required.';
  if (codePoints(text) > USERNAME_MAX) return `Username must be at most ${USERNAME_MAX} characters.`;
  if (text !== text.trim()) return 'Username must not start or end with a space.';
  // Checks the key: a full-width '＠' becomes '@' there and would pass for somebody's e-mail address at login.
  if (loginKey(text).includes('@')) return 'Username must not contain @.';
  if (BLANK.test(text)) return 'Username must not contain characters that look like a space.';
  if (UNKNOWN.test(text)) return 'Username has a letter that can be mistaken for another.';
  if (/\p{Script=Latin}/u.test(loginKey(text)) && OTHER_DIGIT.test(loginKey(text)))
    return 'Username must not mix letters and digits of different alphabets.';
  if (ALPHABETS.filter((alphabet) => alphabet.test(loginKey(text))).length > 1)
    return 'Username must not mix letters of different alphabets.';
  return storedTextProblem(text);
}

const LOCAL_PART_MAX = 64;
const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/;
const DOMAIN_LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

export function emailProblem(text: string): string | undefined {
  if (text === '') return 'Email is required.';
  if (text.length > EMAIL_MAX) return `Email must be at most ${EMAIL_MAX} characters.`;
  const [local = '', domain = '', ...more] = text.split('@');
  const valid =
    more.length === 0 &&
    local.length <= LOCAL_PART_MAX &&
    local.split('.').every((atom) => ATOM.test(atom)) &&
    isDomain(domain);
  return valid ? undefined : 'Enter a valid email address.';
}

function isDomain(text: string): boolean {
  const labels = text.split('.');
  const isNumeric = /^\d+$/.test(labels.at(-1) ?? '');
  return labels.length >= 2 && labels.every((label) => DOMAIN_LABEL.test(label)) && !isNumeric;
}

/** An account's names; a school admin may have no e-mail address. */
export interface PasswordOwner {
  username: string | null;
  email: string | null;
}

/** The server checks for well-known passwords: the list is too long for a browser. */
export function passwordProblem(password: string, { username, email }: PasswordOwner): string | undefined {
  const length = codePoints(password);
  if (length < PASSWORD_MIN) return `Password must be at least ${PASSWORD_MIN} characters.`;
  if (length > PASSWORD_MAX) return `Password must be at most ${PASSWORD_MAX} characters.`;
  if (!isWellFormed(password)) return 'Password contains an invalid character.';

  const names = [username ?? '', email ?? '', (email ?? '').split('@', 1)[0] ?? ''];
  const key = loginKey(password);
  if (names.some((name) => loginKey(name) === key)) return 'Password must not be your username or email.';
  return undefined;
}

/** '@school.edu', as in a school's domain pattern; empty for a text without '@'. */
export function emailDomain(email: string): string {
  const at = email.lastIndexOf('@');
  return at === -1 ? '' : normaliseEmail(email.slice(at));
}

export function domainPatternProblem(pattern: string): string | undefined {
  if (pattern === '') return 'Domain pattern is required.';
  const domain = pattern.slice(1);
  const valid =
    pattern.startsWith('@') &&
    pattern.length <= EMAIL_MAX &&
    isDomain(domain) &&
    pattern === normaliseEmail(pattern);
  if (!valid) return 'Domain pattern must look like @school.edu, in lower case.';
  if (isPublicMailDomain(domain)) return 'Domain pattern must not belong to a public mail provider.';
  return undefined;
}
