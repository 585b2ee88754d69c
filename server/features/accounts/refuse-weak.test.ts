import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { generatePassword } from './generate-password.ts';
import { refuseWeak } from './refuse-weak.ts';

const owner = { username: 'Zoe.Lee', email: 'z.lee09@students.riverside.edu' };
const school = { name: 'Riverside International School', domain_pattern: '@students.riverside.edu' };

const problemOf = (password: string, whose = owner): string | undefined => {
  try {
    refuseWeak(password, whose, school);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

test.each([
  ['short', 'Password must be at least 8 characters.'],
  ['Zoe.Lee', 'Password must be at least 8 characters.'],
  ['z.lee09@students.riverside.edu', 'Password must not be your username or email.'],
  ['aaaaaaaa', 'Password repeats the same characters.'],
  ['abcabcabc', 'Password repeats the same characters.'],
  ['12121212', 'Password repeats the same characters.'],
  ['87654321', 'Password is little more than a sequence such as abcd or 4321.'],
  ['abcdefgh', 'Password is little more than a sequence such as abcd or 4321.'],
  ['abcd1234', 'Password is little more than a sequence such as abcd or 4321.'],
  ['qwertyui', 'Password is little more than a row of keys.'],
  ['Password123', 'Password is too well known.'],
  ['Password123!', 'Password is little more than one well-known word.'],
  ['p@ssw0rd1', 'Password is little more than one well-known word.'],
  ['2007 Sunshine', 'Password is little more than one well-known word.'],
  ['tickmark1', 'Password is little more than the name Tickmark.'],
  ['ibdiploma1', 'Password is little more than words that everybody at an IB school knows.'],
  ['Past-Papers!', 'Password is little more than words that everybody at an IB school knows.'],
  ['14.05.2008', 'Password is a date.'],
  ['T1ck-M@rk!', 'Password is little more than the name Tickmark.'],
  ['school123', "Password is little more than the school's name."],
  ['Riverside#2026', "Password is little more than the school's name."],
  ['students.riverside.edu1', "Password is little more than the school's name."],
  ['ZoeLee123', 'Password is little more than the username or email.'],
  ['123zlee09', 'Password is little more than the username or email.'],
  ['zoe!lee!2009', 'Password is little more than the username or email.'],
])('%o is refused: %s', (password, reason) => {
  const problem = problemOf(password);
  expect(problem).toContain(reason);
  if (!reason.includes('must')) expect(problem).toBe(`${reason} Try three or four unrelated words.`);
});

test('a word of the list is refused without a school or an address', () => {
  const alone = { username: 'zoe', email: null };
  expect(() => refuseWeak('school123', alone, undefined)).toThrow('one well-known word');
  expect(() => refuseWeak('riverside tea 9 pots', alone, undefined)).not.toThrow();
});

test.each([
  'correct horse battery staple',
  'correct horse battery',
  'correct-horse-7',
  'CorrectHorseBattery',
  'purple monkey dishwasher',
  'my bicycle at riverside is blue',
  'riverside purple tiger',
  'the international school of rock',
  'we tick every mark in may',
  'zoe walks to the lighthouse',
  'lee side of the mountain',
  'nobody guesses this one',
  'a fine long secret',
  'winter is long up here',
  'Tr0ub4dor&3 lives',
  'kaffee um halb neun',
  'J’aime les crêpes au sucre',
  'el perro de San Roque',
  'зелёный чай с лимоном',
  'πρωινός καφές στη βροχή',
  '春眠不觉晓处处闻啼鸟',
  'かわいい猫が三匹いる',
  '👍🎉🐶🌵🦊🐻🍕🐨',
  'xK7#pq2L',
  'vR9!tz4$Lw',
  'h7Gq-2mPx-9dTw',
  '9f1c7e02b6a84d35',
  'qwerty is not what I use',
  'I counted 1234 sheep',
  'abc is where songs begin',
  '7 dwarfs & 1 snow white',
  'gone fishing, back at 6',
])('%o is good', (password) => {
  expect(problemOf(password)).toBeUndefined();
});

test('generated ones, and random ones of 12 characters, are good but for a word that chance spells', () => {
  const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&*+-=?@_';
  const random = () => Array.from({ length: 12 }, () => characters[randomInt(characters.length)]).join('');
  const whose = { username: 'josephine', email: 'josephine@students.riverside.edu' };
  const passwords = Array.from({ length: 2000 }, () => [generatePassword(3), random()]).flat();
  const refused = passwords.filter((password) => problemOf(password, whose));
  // 'edu' or 'mayo' between digits and symbols: about two in a million.
  expect(refused.length, refused.join(' ')).toBeLessThanOrEqual(2);
});
