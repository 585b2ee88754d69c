import { expect, test } from 'vitest';
import * as contract from '../../../../contract/evidence.ts';
import { MAX_FILE_BYTES, MAX_FILES_PER_PAPER } from './limits.ts';

test('the limits are those of the contract', () => {
  expect(MAX_FILE_BYTES).toBe(contract.MAX_FILE_BYTES);
  expect(MAX_FILES_PER_PAPER).toBe(contract.MAX_FILES_PER_PAPER);
});
