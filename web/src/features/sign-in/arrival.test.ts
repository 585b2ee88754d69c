import { expect, it } from 'vitest';
import { arrivalIn } from './arrival.ts';

it.each([
  ['', { is: 'nothing' }],
  ['#', { is: 'nothing' }],
  ['#code=abc', { is: 'code', code: 'abc' }],
  ['#join=abc', { is: 'join', code: 'abc', mayDisown: false }],
  ['#join=abc&disown=', { is: 'join', code: 'abc', mayDisown: true }],
  ['#joined=', { is: 'joined' }],
  ['#problem=away', { is: 'problem', problem: 'away' }],
  ['#problem=%3Cscript%3E', { is: 'nothing' }],
  ['#problem=toString', { is: 'nothing' }],
])('reads %s', (hash, arrival) => {
  expect(arrivalIn(hash)).toEqual(arrival);
});
