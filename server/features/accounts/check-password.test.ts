import { afterAll, beforeAll, expect, test } from 'vitest';
import { createThrottle, type Throttle } from '../../http/throttle.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { checkPassword } from './check-password.ts';
import { createPasswords } from './passwords.ts';

let store: TestDatabase;
let throttle: Throttle;
beforeAll(async () => {
  store = await createTestDatabase({ stoppedClock: true });
  throttle = createThrottle(store.db, true);
});
afterAll(() => store.drop());

test('in a rush, a blocked caller takes no slot, and a caller without a slot has not used a guess', async () => {
  const passwords = createPasswords({ concurrency: 1, maxWaiting: 0 });
  const check = (account: string) =>
    checkPassword(
      { throttle, passwords },
      { account: { login: account }, passwordHash: undefined, password: 'x', ip: '1.1.1.1' },
    );
  for (let n = 0; n < 5; n += 1) expect(await check('ana')).toBe(false);

  let end = () => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  const busy = passwords.hash('x', { address: '2.2.2.2', first: () => isOver });
  await expect(check('ana')).rejects.toMatchObject({ status: 429 });
  for (let n = 0; n < 9; n += 1) await expect(check('ben')).rejects.toMatchObject({ status: 503 });
  end();
  await busy;
  for (let n = 0; n < 5; n += 1) expect(await check('ben')).toBe(false);
  await expect(check('ben')).rejects.toMatchObject({ status: 429 });
});
