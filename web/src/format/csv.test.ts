import { expect, it } from 'vitest';
import { defused, restored, toCsv } from './csv.ts';

const lines = (...rows: Parameters<typeof toCsv>[0]) => toCsv(rows).slice(1).split('\r\n').slice(0, -1);

it('is lines of cells behind the mark of its encoding', () => {
  expect(toCsv([['Zoë', 1]])).toBe('\uFEFFZoë\t1\r\n');
  expect(lines(['a', 0, null, 100], ['', -5.5, 'b', null])).toEqual(['a\t0\t\t100', '\t-5.5\tb\t']);
});

it('quotes what would break a cell or a line', () => {
  expect(lines(['a\tb', 'say "hi"', 'two\nlines', 'a,b;c'])).toEqual([
    '"a\tb"\t"say ""hi"""\t"two\nlines"\ta,b;c',
  ]);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])('defuses the formula %j', (text) => {
  expect(toCsv([[text]]).replaceAll('"', '')).toBe(`\uFEFF'${text}\r\n`);
});

it.each(['=1', "'=1", "''+1", "' -1", "'\tx", "it's", "'quoted'", ''])('restores %j as it was', (text) => {
  expect(restored(defused(text))).toBe(text);
});

it('leaves a dash inside a name alone', () => {
  expect(lines(['Jean-Luc ='])).toEqual(['Jean-Luc =']);
});

it('defuses and quotes together', () => {
  expect(lines(['=cmd("x"),1'])).toEqual(['"\'=cmd(""x""),1"']);
});
