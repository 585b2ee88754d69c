import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createKeyedListeners } from '../state/observable.ts';
import { subscribeAfterPaint } from './after-paint.ts';

/** A browser's frames, one at a time. */
let frames: (() => void)[] = [];
const paint = () => {
  for (const callback of frames.splice(0)) callback();
  vi.runAllTimers();
};

beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('tells after the frame, once for all that changed before it', () => {
  const { subscribe, tell } = createKeyedListeners();
  const [one, other] = [vi.fn(), vi.fn()];
  subscribeAfterPaint(subscribe, 'a', one);
  subscribeAfterPaint(subscribe, 'b', other);
  tell('a');
  tell('a');
  tell('b');
  expect(one).not.toHaveBeenCalled();
  expect(frames).toHaveLength(1);
  paint();
  expect(one).toHaveBeenCalledTimes(1);
  expect(other).toHaveBeenCalledTimes(1);
  tell('a');
  paint();
  expect(one).toHaveBeenCalledTimes(2);
});

it('tells nobody who has left meanwhile', () => {
  const { subscribe, tell } = createKeyedListeners();
  const listener = vi.fn();
  const end = subscribeAfterPaint(subscribe, 'a', listener);
  tell('a');
  end();
  paint();
  expect(listener).not.toHaveBeenCalled();
});

it('tells at once where nothing is painted', () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  const { subscribe, tell } = createKeyedListeners();
  const listener = vi.fn();
  subscribeAfterPaint(subscribe, 'a', listener);
  tell('a');
  expect(listener).toHaveBeenCalledTimes(1);
});
