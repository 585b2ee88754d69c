import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codePoints, isWellFormed, storedTextProblem } from './text.ts';

const BROKEN = 'The text contains an invalid character.';
const CONTROL = 'Control characters are not allowed.';
const DIRECTION = 'Text direction characters are not allowed.';

/** Every UTF-16 unit and its place in a word. */
function refused(problem: string): number[] {
  return Array.from({ length: 0x10000 }, (_, unit) => unit).filter(
    (unit) => storedTextProblem(`a${String.fromCharCode(unit)}b`) === problem,
  );
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

describe('storedTextProblem', () => {
  test('accepts what people write', () => {
    for (const text of ['', 'Zoë O’Brien', '王小明', 'שלום', 'مرحبا', '👩‍🎓', "'; drop table users"]) {
      expect(storedTextProblem(text)).toBeUndefined();
    }
  });

  test('refuses exactly the control, direction and surrogate characters', () => {
    expect(refused(CONTROL)).toEqual([...span(0, 0x1f), ...span(0x7f, 0x9f)]);
    expect(refused(DIRECTION)).toEqual([
      0x61c,
      0x200e,
      0x200f,
      ...span(0x202a, 0x202e),
      ...span(0x2066, 0x2069),
    ]);
    expect(refused(BROKEN)).toEqual(span(0xd800, 0xdfff));
  });

  test('allows lines and tabs only where asked, and nothing more', () => {
    const lines = 'one\n\ttwo\r\nthree';
    expect(storedTextProblem(lines)).toBe(CONTROL);
    expect(storedTextProblem(lines, { multiline: true })).toBeUndefined();
    for (const text of ['a\0b', 'a\rb', 'a\r', 'a\n\u001b[31m', 'a\u0085b']) {
      expect(storedTextProblem(text, { multiline: true })).toBe(CONTROL);
    }
    expect(storedTextProblem('\ud83d\n\ude00', { multiline: true })).toBe(BROKEN);
  });
});

test('isWellFormed tells what UTF-8 can carry', () => {
  const units = fc.array(fc.constantFrom('a', '\ud83d', '\ude00', 'é')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(units, (text) => {
      const carried = new TextDecoder().decode(new TextEncoder().encode(text));
      expect(isWellFormed(text)).toBe(carried === text);
    }),
  );
});

test('codePoints counts an emoji once', () => {
  expect(codePoints('a👍é')).toBe(3);
});
