import { expect, it } from 'vitest';
import { fewNames } from './few-names.ts';

it('shows the first two of many', () => {
  expect(fewNames([])).toEqual({ first: [], more: 0 });
  expect(fewNames(['11A', '11B'])).toEqual({ first: ['11A', '11B'], more: 0 });
  expect(fewNames(['11A', '11B', '11C', '11D'])).toEqual({ first: ['11A', '11B'], more: 2 });
});
