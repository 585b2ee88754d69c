import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSampler, kindOf } from './sampler.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const said: string[] = [];
const sampler = () =>
  createSampler<string>(
    (last, times) => said.push(`${times} x ${last}`),
    (one) => one[0] ?? '',
    1000,
  );
beforeEach(() => {
  said.length = 0;
});

test('the first is said at once, the others together, and none is lost', () => {
  const say = sampler();
  for (const one of ['a1', 'a2', 'a3']) say(one);
  expect(said).toEqual(['1 x a1']);
  vi.advanceTimersByTime(1000);
  expect(said).toEqual(['1 x a1', '2 x a3']);
  say('a4');
  vi.advanceTimersByTime(999);
  expect(said).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(said.at(-1)).toBe('1 x a4');
});

test('after a quiet time the first is said at once again', () => {
  const say = sampler();
  say('a1');
  vi.advanceTimersByTime(5000);
  say('a2');
  expect(said).toEqual(['1 x a1', '1 x a2']);
});

test('what is said later says when it was', () => {
  const times: number[] = [];
  const say = createSampler<string>((_last, _times, lastAt) => times.push(lastAt.getTime()), undefined, 1000);
  const began = Date.now();
  say('a1');
  vi.advanceTimersByTime(100);
  say('a2');
  vi.advanceTimersByTime(900);
  expect(times).toEqual([began, began + 100]);
});

test('others are not held up', () => {
  const say = sampler();
  for (const one of ['a1', 'a2', 'b1']) say(one);
  expect(said).toEqual(['1 x a1', '1 x b1']);
});

test('errors of one cause are of one kind', () => {
  const coded = (code: string, text: string) => Object.assign(new Error(text), { code });
  expect(kindOf(coded('ECONNREFUSED', '127.0.0.1:1'))).toBe(kindOf(coded('ECONNREFUSED', '127.0.0.1:2')));
  expect(kindOf(new Error('one'))).not.toBe(kindOf(new Error('two')));
});
