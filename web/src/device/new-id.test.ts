import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from './new-id.ts';

test('every id is a UUID of its own', () => {
  const ids = Array.from({ length: 1000 }, newId);
  for (const id of ids) expect(z.uuid().safeParse(id).success, id).toBe(true);
  expect(new Set(ids).size).toBe(1000);
});
