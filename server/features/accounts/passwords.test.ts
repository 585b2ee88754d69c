import { expect, test } from 'vitest';
import { generatePassword } from './generate-password.ts';
import { createPasswords } from './passwords.ts';

test('a hash is argon2id with our cost, and matches only the right password', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hash, 'correct horse')).toBe(true);
  expect(await passwords.verify(hash, 'Correct horse')).toBe(false);
  expect(await passwords.verify(undefined, 'correct horse')).toBe(false);
});

test('an accent is the same however a keyboard composes it', async () => {
  const passwords = createPasswords();
  expect(await passwords.verify(await passwords.hash('caf\u00e9 noir'), 'cafe\u0301 noir')).toBe(true);
});

test("beyond the queue's limit callers are told to come back, and the others are served", async () => {
  const passwords = createPasswords({ concurrency: 1, maxWaiting: 3 });
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => passwords.hash('x')));
  expect(results.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'fulfilled'),
    'rejected',
    'rejected',
  ]);
  expect(results.at(-1)).toMatchObject({ reason: { status: 503 } });
  expect(await passwords.hash('x')).toMatch(/^\$argon2id/);
});

test('each address has its own queue, and the queues are served in turn', async () => {
  const passwords = createPasswords({ concurrency: 1, maxWaiting: 20 });
  const order: string[] = [];
  const ask = async (address: string) => {
    await passwords.hash('x', { address });
    order.push(address);
  };
  const flood = Array.from({ length: 10 }, () => ask('2001:db8::1'));
  await Promise.all([ask('1.1.1.1'), ask('2.2.2.2'), ask('1.1.1.1'), ...flood]);
  expect(order.slice(0, 6).toSorted()).toEqual([
    '1.1.1.1',
    '1.1.1.1',
    '2.2.2.2',
    ...Array.from({ length: 3 }, () => '2001:db8::1'),
  ]);
});

test('when all slots are taken, the longest queue gives one up', async () => {
  const passwords = createPasswords({ concurrency: 1, maxWaiting: 3 });
  const ask = (address: string) =>
    passwords.hash('x', { address }).then(
      () => `${address} served`,
      ({ status }: { status: number }) => `${address} ${status}`,
    );
  const flood = Array.from({ length: 6 }, (_, n) => ask(`2001:db8::${n}`));
  const others = ['1.1.1.1', '2.2.2.2', '3.3.3.3'].map(ask);
  expect(await Promise.all(flood)).toEqual([
    '2001:db8::0 served',
    '2001:db8::1 served',
    '2001:db8::2 503',
    '2001:db8::3 503',
    '2001:db8::4 503',
    '2001:db8::5 503',
  ]);
  expect(await Promise.all(others)).toEqual(['1.1.1.1 served', '2.2.2.2 served', '3.3.3.3 503']);
  expect(await ask('3.3.3.3')).toBe('3.3.3.3 served');
});

test('the step before a hash runs when its turn has come, and may refuse it', async () => {
  const passwords = createPasswords({ concurrency: 1, maxWaiting: 1 });
  let counted = 0;
  const turn = { address: '1.1.1.1', first: async () => void (counted += 1) };
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('x', turn)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(counted).toBe(2);
  const refuse = () => Promise.reject(new Error('not now'));
  await expect(passwords.verify('x', 'x', { ...turn, first: refuse })).rejects.toThrow('not now');
  expect(await passwords.hash('x', turn)).toMatch(/^\$argon2id/);
});

test('other work queues with the hashes, and is refused when the queue is full', async () => {
  const passwords = createPasswords({ concurrency: 1, maxWaiting: 1 });
  let atOnce = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, (atOnce += 1));
    await new Promise(setImmediate);
    atOnce -= 1;
    return 'done';
  };
  const turn = { address: '1.1.1.1' };
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.inTurn(work, turn)));
  expect(results.map((result) => result.status === 'fulfilled' && result.value)).toEqual(
    expect.arrayContaining(['done', 'done', false, false, false]),
  );
  expect(most).toBe(1);
});

const many = (count: number) => Array.from({ length: count }, () => 'x');
const of = (schoolId: number, areWanted = () => true) => ({ schoolId, areWanted });

test('bulk hashes and single ones are served in turn', async () => {
  const passwords = createPasswords({ concurrency: 1 });
  let order = '';
  const bulk = passwords.hashAll(
    many(6),
    of(1, () => {
      order += 'm';
      return true;
    }),
  );
  const singles = many(6).map(async (password) => {
    await passwords.hash(password);
    order += 's';
  });
  expect(await bulk).toHaveLength(6);
  await Promise.all(singles);
  expect(order).toMatch(/^m+(s+m+){5}s*/);
});

test('bulk hashes stop when they are no longer needed, and their queue is limited', async () => {
  const passwords = createPasswords({ concurrency: 1, maxBatches: 2 });
  let asked = 0;
  const unwanted = passwords.hashAll(
    many(500),
    of(1, () => (asked += 1) < 3),
  );
  const wanted = passwords.hashAll(['x'], of(1));
  await expect(passwords.hashAll(['x'], of(1))).rejects.toMatchObject({ status: 503 });
  expect(await unwanted).toBeUndefined();
  expect(await wanted).toHaveLength(1);
  expect(asked).toBeLessThan(6);
  expect(await passwords.hashAll(['x', 'y'], of(1))).toHaveLength(2);
});

test('one school’s bulk hashes do not make another school wait for the last of them', async () => {
  const passwords = createPasswords({ concurrency: 1, maxBatches: 2, maxSchools: 2 });
  let first = 0;
  const large = [1, 2].map(() =>
    passwords.hashAll(
      many(20),
      of(1, () => (first += 1) > 0),
    ),
  );
  expect(await passwords.hashAll(many(3), of(2))).toHaveLength(3);
  expect(first).toBeLessThan(20);
  const other = passwords.hashAll(['x'], of(2));
  await expect(passwords.hashAll(['x'], of(3))).rejects.toMatchObject({ status: 503 });
  expect(await other).toHaveLength(1);
  for (const hashes of await Promise.all(large)) expect(hashes).toHaveLength(20);
  expect(await passwords.hashAll(['x'], of(3))).toHaveLength(1);
});

test('generated passwords are easy to type and differ', () => {
  const made = Array.from({ length: 200 }, () => generatePassword(3));
  expect(new Set(made).size).toBe(200);
  for (const password of made) expect(password).toMatch(/^([a-hjkmnp-z2-9]{4}-){2}[a-hjkmnp-z2-9]{4}$/);
});
