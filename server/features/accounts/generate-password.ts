import { randomInt } from 'node:crypto';

/** No letter or digit that is easily mistaken for another, on paper or on a screen. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP = 4;

/** Random and easy to type: groups of four, just under 20 bits each, joined by dashes. */
export const generatePassword = (groups: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');
