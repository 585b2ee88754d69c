import { expect, it, vi } from 'vitest';
import { createKeyedListeners, observable } from './observable.ts';

it('tells the listeners of a value until they leave', () => {
  const count = observable(0);
  const listener = vi.fn();
  const end = count.subscribe(listener);
  count.write(1);
  expect(count.read()).toBe(1);
  expect(listener).toHaveBeenCalledTimes(1);
  end();
  count.write(2);
  expect(listener).toHaveBeenCalledTimes(1);
});

it('tells the listeners of one key only', () => {
  const { tell, subscribe } = createKeyedListeners<[number]>();
  const [one, other] = [vi.fn(), vi.fn()];
  const end = subscribe('a', one);
  subscribe('b', other);
  tell('a', 7);
  expect(one).toHaveBeenCalledExactlyOnceWith(7);
  expect(other).not.toHaveBeenCalled();
  end();
  tell('a', 8);
  expect(one).toHaveBeenCalledTimes(1);
});
