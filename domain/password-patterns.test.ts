import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PASSWORD_MIN } from './accounts.ts';
import { patternOf } from './password-patterns.ts';

const split = (texts: string) => texts.trim().split(/\s+/);

describe('a password is made of', () => {
  const repeats = `
    aaaaaaaa AAAAAAAa aaaabbbb ababbaab 20112012 11122233 abcabcabc 12121212 xk7xk7xk sunshinesunshine Tok1tok1TOK1
  `;
  test.each([...split(repeats), ' '.repeat(8), '👍'.repeat(8), 'x'.repeat(128), 'horse horse horse '])(
    'a repeat: %o',
    (password) => {
      expect(patternOf(password)).toBe('repeat');
    },
  );

  const sequences = `
    abcdefgh ABCDEFGH hgfedcba 12345678 87654321 01234567 абвгдежз αβγδεζηθ
    abcd1234 4321dcba abc123xyz xyz-1234 kate1234 1234kate a1b2c3d4 1a2b3c4d5e
  `;
  test.each(split(sequences))('a sequence: %o', (password) => {
    expect(patternOf(password)).toBe('sequence');
  });

  const rows = `
    qwertyui poiuytre asdfghjk ASDFzxcv azertyui qsdfghjk qwertzui yxcvbnm, !@#$%^&*
    1qaz2wsx zaq1xsw2 qazwsxedc 0987poiu qwer!123 147258369 qweasdzxc q1w2e3r4 qawsedrf
  `;
  test.each(split(rows))('keys in a row: %o', (password) => {
    expect(patternOf(password)).toBe('keyboard');
  });

  const dates = `
    14052008 20080514 05142008 14.05.2008 2008-05-14 05/14/2008 14may2008 14-May-2008 1september2008 may142008 1.5.2008!!
  `;
  test.each(split(dates))('a date: %o', (password) => {
    expect(patternOf(password)).toBe('date');
  });

  test.each([
    '14052008 otter',
    '1marmalade2008',
    '73952008',
    'k3d9abc2',
    'property tax',
    'tyrannosaurus',
    'defghost-tale',
    'deer 567 lamp',
    'qwerty and a goat',
    'abcd and the goat',
    '👍🎉🐶🌵🦊🐻🍕🐨',
    '李雷和韩梅梅去了北京',
  ])('none of these patterns: %o', (password) => {
    expect(patternOf(password)).toBeUndefined();
  });
});

const characters = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&*+-/=?@_ ');
const random = (minLength: number, maxLength: number) =>
  fc.noBias(fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength }));

test('random passwords have no pattern', () => {
  fc.assert(
    fc.property(random(12, 128), (password) => patternOf(password) === undefined),
    { numRuns: 2000 },
  );
});

test('a repeated text is found, however long it is', () => {
  fc.assert(
    fc.property(random(1, 30), fc.integer({ min: 2, max: 9 }), (block, times) => {
      const password = block.repeat(Math.max(times, Math.ceil(PASSWORD_MIN / block.length)));
      return patternOf(password) === 'repeat';
    }),
  );
});
