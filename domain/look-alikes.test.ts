import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loginKey, usernameProblem } from './accounts.ts';
import { lookOf } from './look-alikes.ts';

describe('the look of a name', () => {
  test.each([
    ['сосо', 'coco'],
    ['СОСО', 'coco'],
    ['Сара', 'capa'],
    ['ВЕРА', 'BEPA'],
    ['ёж', 'ëж'],
    ['їх', 'ïx'],
    ['аdmin', 'admin'],
    ['ΑΝΝΑ', 'Anna'],
    ['ΤΟΜ', 'tom'],
    ['κόκο', 'kóko'],
    ['օտտօ', 'osso'],
    ['ϲοϲο', 'coco'],
    ['heǀǀo', 'hello'],
    ['ışık', 'işik'],
    ['İpek', 'ipek'],
    ['IPEK', 'ıpek'],
    ['ᴀᴅᴍɪɴ', 'admin'],
    ['ɑdmin', 'admin'],
    ['O’Brien', "O'Brien"],
    ['Lee‐Ann', 'lee-ann'],
    ['Ann  Lee', 'Ann Lee'],
    ['Ann\u00a0Lee', 'Ann Lee'],
  ])('%o looks like %o', (one, other) => {
    expect(lookOf(one)).toBe(lookOf(other));
  });

  test.each([
    ['Zoe', 'Zoë'],
    ['Jose', 'José'],
    ['ann', 'anne'],
    ['ann1', 'annl'],
    ['ann0', 'anno'],
    ['zed', 'żed'],
    ['李雷', '李磊'],
    ['Андрей', 'Андреи'],
  ])('%o does not look like %o', (one, other) => {
    expect(lookOf(one)).not.toBe(lookOf(other));
  });

  test('of a name in plain letters equals its key', () => {
    const plain = fc.stringMatching(/^[!-~]( ?[!-~]){0,20}$/);
    fc.assert(fc.property(plain, (name) => lookOf(name) === loginKey(name)));
  });

  test('is the same for all names with the same key, and never empty', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(name, (text) => {
        expect(lookOf(loginKey(text))).toBe(lookOf(text));
        if (usernameProblem(text) === undefined) expect(lookOf(text)).not.toBe('');
      }),
    );
  });
});
