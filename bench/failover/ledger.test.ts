import { expect, test } from 'vitest';
import { FAULTS } from './faults.ts';
import { longestGap, lostOf } from './ledger.ts';
import { writeOf } from './papers.ts';
import { type Judged, misses } from './results.ts';
import { isWhole, type Member } from './whole.ts';

const at = (...times: number[]) => times.map((time) => ({ at: time }));

test('the longest gap also counts what lies before the first and after the last', () => {
  expect(longestGap(at(10, 20, 50, 60), 0, 70)).toBe(30);
  expect(longestGap(at(40, 50), 0, 60)).toBe(40);
  expect(longestGap(at(10, 20), 0, 90)).toBe(70);
  expect(longestGap([], 5, 25)).toBe(20);
  expect(longestGap(at(10, 100, 190), 90, 110)).toBe(10);
});

test('no two writes are of one student and paper', () => {
  const students = 7;
  const keys = Array.from({ length: 20_000 }, (_, n) => {
    const { student, key } = writeOf(n, students);
    return `${student} ${key}`;
  });
  expect(new Set(keys).size).toBe(keys.length);
  expect(() => writeOf(1_000_000, students)).toThrow('more students');
});

test('what is missing, or there with another score, is lost', () => {
  const found = new Map([
    ['a', 1],
    ['b', 5],
  ]);
  const writes = [
    { key: 'a', score: 1 },
    { key: 'b', score: 2 },
    { key: 'c', score: 3 },
  ];
  const of = (n: number) => writes[n] ?? { key: '', score: 0 };
  const acknowledged = [0, 1, 2].map((n) => ({ n, at: 0 }));
  expect(lostOf(acknowledged, of, ({ key, score }) => found.get(key) === score)).toEqual([1, 2]);
});

test('a campaign misses by a lost write, another answer, or a longer pause than the cluster and 2 s', () => {
  const [machine] = FAULTS;
  const tickmark = FAULTS.find(({ cutsOff }) => cutsOff);
  if (!machine || !tickmark) throw new Error('These faults should be there.');
  const good: Judged = {
    fault: machine,
    from: 0,
    until: 30_000,
    clusterGap: 18_000,
    gap: 20_000,
    answers: [200, 503].map((status) => ({ status, ms: 1, at: 1 })),
    acknowledged: 10,
    lost: 0,
  };
  const answered = (status: 500 | 'cut off' | 'silent') => [{ status, ms: 1, at: 1 } as const];
  expect(misses([good])).toEqual([]);
  expect(misses([{ ...good, lost: 1 }])).toEqual([expect.stringContaining('1 acknowledged writes lost')]);
  expect(misses([{ ...good, gap: 20_001 }])).toEqual([expect.stringContaining('2.0 s longer')]);
  expect(misses([{ ...good, answers: answered(500) }])).toEqual([expect.stringContaining('answers 500')]);
  expect(misses([{ ...good, answers: answered('cut off') }])).toHaveLength(1);
  expect(misses([{ ...good, fault: tickmark, answers: answered('cut off') }])).toEqual([]);
  expect(misses([{ ...good, fault: tickmark, answers: answered('silent') }])).toHaveLength(1);
});

test('a cluster is whole with a primary, a synchronous standby, and all streaming on one timeline', () => {
  const members: Member[] = [
    { name: 'n1', role: 'replica', state: 'streaming', timeline: 4 },
    { name: 'n2', role: 'leader', state: 'running', timeline: 4 },
    { name: 'n3', role: 'sync_standby', state: 'streaming', timeline: 4 },
  ];
  const withFirst = (change: Partial<Member>) =>
    members.map((member, n) => (n === 0 ? { ...member, ...change } : member));
  expect(isWhole(members, 3)).toBe(true);
  expect(isWhole(members.slice(1), 3)).toBe(false);
  expect(isWhole(withFirst({ state: 'starting' }), 3)).toBe(false);
  expect(isWhole(withFirst({ timeline: 3 }), 3)).toBe(false);
  expect(
    isWhole(
      members.map((member) => ({ ...member, role: member.role === 'leader' ? 'leader' : 'replica' })),
      3,
    ),
  ).toBe(false);
});
