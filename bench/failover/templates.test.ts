import { expect, test } from 'vitest';
import { fillText, settingsOf } from './templates.ts';

test('a file is filled in wherever it names a value', () => {
  expect(fillText('listen: ${A}:${B}\n# $A and ${A}', { A: 'n1', B: '1' })).toBe('listen: n1:1\n# $A and n1');
});

test('a name without a value is refused, not left empty', () => {
  expect(() => fillText('password: ${SECRET}', {})).toThrow('${SECRET}');
});

test('settings are the lines with a name, up to the first equals sign', () => {
  expect(settingsOf('# A=1\nB=n1=http://a,n2=http://b\n\nC=\n')).toEqual({
    B: 'n1=http://a,n2=http://b',
    C: '',
  });
});
