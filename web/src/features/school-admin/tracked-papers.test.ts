import { expect, it } from 'vitest';
import { trackedPapers } from './tracked-papers.ts';

const ticked = (year: number, session: string, paper: string, timezone: string | null = null) => ({
  subject_id: 'physics_hl',
  year,
  session,
  paper,
  timezone,
  is_completed: true,
  score: 50,
  updated_at: '2026-02-03T23:59:59Z',
});
const countedOf = (...[progress, which]: Parameters<typeof trackedPapers>) =>
  trackedPapers(progress, which).map(({ counts }) => counts);

it('counts each record where all papers count', () => {
  const progress = [ticked(2021, 'May', 'paper3', 'TZ1'), ticked(2022, 'November', 'paper1', 'TZ2')];
  expect(countedOf(progress, 'all')).toEqual([true, true]);
  expect(trackedPapers(progress, 'all').map(({ notSet }) => notSet)).toEqual([undefined, undefined]);
});

it('counts a paper that was set in as many versions as it had, and one that was not nowhere', () => {
  const one = [null, 'TZ1', 'TZ2'].map((zone) => ticked(2022, 'November', 'paper1', zone));
  const two = ['TZ1', 'TZ2'].map((zone) => ticked(2022, 'May', 'paper1', zone));
  expect(countedOf([...one, ...two], 'set')).toEqual([true, false, false, true, true]);
  const [dropped] = trackedPapers([ticked(2021, 'May', 'paper3')], 'set');
  expect(dropped).toMatchObject({ counts: false, notSet: 'Paper 3 was dropped in 2021 and 2022' });
});

it('counts what only a later version knows', () => {
  expect(countedOf([ticked(2022, 'May', 'paper9'), ticked(2022, 'Winter', 'paper1')], 'set')).toEqual([
    true,
    true,
  ]);
});
