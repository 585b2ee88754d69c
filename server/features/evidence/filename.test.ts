import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storedTextProblem } from '../../../domain/text.ts';
import { cleanFilename } from './filename.ts';

test.each([
  ['work.png', 'work.png'],
  ['Física – práctica 1.PNG', 'Física – práctica 1.png'],
  ['../../etc/passwd', 'passwd.png'],
  ['C:\\Users\\me\\scan.png', 'scan.png'],
  ['a\u0000b\r\nc.png', 'abc.png'],
  ['photo\u202Egnp.exe', 'photognp.exe.png'],
  ['\u200Bx\u2066.png', 'x.png'],
  ['  spaced   out  .png', 'spaced out.png'],
  ['.png', 'png.png'],
  ['..', 'image.png'],
  ['', 'image.png'],
  [undefined, 'image.png'],
  ['...hidden.png', 'hidden.png'],
  ['evil.html', 'evil.html.png'],
  ['\uD800.png', 'png.png'],
])('%j is stored as %j', (given, kept) => {
  expect(cleanFilename(given, 'png')).toBe(kept);
});

test('the extension matches the type', () => {
  expect(cleanFilename('a.JPEG', 'jpeg')).toBe('a.jpeg');
  expect(cleanFilename('a.png', 'jpeg')).toBe('a.png.jpg');
  expect(cleanFilename('', 'pdf')).toBe('document.pdf');
});

test('any name becomes short, not empty, not a path and storable', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
      const kept = cleanFilename(given, 'pdf');
      expect(storedTextProblem(kept)).toBeUndefined();
      expect(Array.from(kept).length).toBeLessThanOrEqual(120);
      expect(kept).toMatch(/^[^/\\]+\.pdf$/);
    }),
  );
});
