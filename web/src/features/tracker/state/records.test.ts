import { beforeEach, expect, it, vi } from 'vitest';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { createProgress } from './progress.ts';
import {
  keepRecordsWith,
  NOT_DONE,
  readRecord,
  setRecord,
  showRecords,
  showTick,
  subscribeRecord,
} from './records.ts';

const PAPER: PaperId = {
  subjectId: 'history_sl',
  year: 2023,
  session: 'May',
  paper: 'paper1',
  timezone: 'TZ1',
};
const KEY = completionKey(PAPER);
const RANGE = { startYear: 2023, endYear: 2023 };

beforeEach(() => {
  keepRecordsWith({ change: (key, { shown }) => showTick(key, shown), changeFileCount: () => undefined });
  showRecords(new Map());
});

it('tells the listeners of the paper that changed, and nobody else', () => {
  const [one, other] = [vi.fn(), vi.fn()];
  subscribeRecord(KEY, one);
  subscribeRecord('history_sl-2023-May-paper1-TZ2', other);
  setRecord(PAPER, { isCompleted: true, score: 3 });
  setRecord(PAPER, { isCompleted: true, score: 3 });
  expect(one).toHaveBeenCalledTimes(1);
  expect(other).not.toHaveBeenCalled();
});

it('keeps no score without a tick, and zero as a score', () => {
  setRecord(PAPER, { isCompleted: true, score: 0 });
  expect(readRecord(KEY).score).toBe(0);
  setRecord(PAPER, { isCompleted: false, score: 50 });
  expect(readRecord(KEY)).toBe(NOT_DONE);
});

it('counts again when a paper of the subject changed, and answers the same object until then', () => {
  const progress = createProgress({ subjectId: 'history_sl', range: RANGE, overrides: {} });
  const before = progress.read();
  expect(before).toEqual({ completed: 0, total: 8, percentage: 0 });
  setRecord({ ...PAPER, subjectId: 'music_sl' }, { isCompleted: true, score: null });
  expect(progress.read()).toBe(before);
  const listener = vi.fn();
  progress.subscribe(listener);
  setRecord(PAPER, { isCompleted: true, score: null });
  expect(listener).toHaveBeenCalledTimes(1);
  expect(progress.read()).toEqual({ completed: 1, total: 8, percentage: 13 });
  expect(progress.readNothingDone()).toEqual(before);
});
