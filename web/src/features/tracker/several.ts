import { useSyncExternalStore } from 'react';
import { completionKey, type PaperId, parseCompletionKey } from '../../../../domain/completion-key.ts';
import { isoDay } from '../../../../domain/days.ts';
import { counted } from '../../format/counted.ts';
import { shownDay } from '../../format/shown-date.ts';
import { observable, useObservable } from '../../state/observable.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { showToast } from '../../ui/toasts.ts';
import { claimRefusals } from './state/notices.ts';
import { readRecord, setRecord } from './state/records.ts';

/**
 * Ticking several papers at once: first they are selected, then all are marked as done on one day. Undefined while
 * nobody does. Outside of React's tree: selecting one paper draws one box.
 */
const selection = observable<ReadonlySet<string> | undefined>(undefined);
/** Where a range begins: the paper that was selected last. */
let anchor: string | undefined;

export const useSelection = () => useObservable(selection);
export function useIsSelecting(): boolean {
  return useSyncExternalStore(
    selection.subscribe,
    () => selection.read() !== undefined,
    () => false,
  );
}
export const isSelecting = () => selection.read() !== undefined;

/** How a paper stands: `undefined` while papers are ticked one by one. */
export function useIsSelected(key: string): boolean | undefined {
  return useSyncExternalStore(
    selection.subscribe,
    () => selection.read()?.has(key),
    () => undefined,
  );
}

export function startSelecting(...papers: readonly PaperId[]): void {
  anchor = papers[0] && completionKey(papers[0]);
  selection.write(new Set(openKeys(papers)));
}

export function stopSelecting(): void {
  anchor = undefined;
  selection.write(undefined);
}

export function toggleSelected(paper: PaperId): void {
  const key = completionKey(paper);
  const next = new Set(selection.read());
  if (!next.delete(key)) next.add(key);
  anchor = key;
  selection.write(next);
}

/** All that is open of a sitting; or, when they are selected already, none of it. */
export function toggleAllSelected(papers: readonly PaperId[]): void {
  const keys = papers.map(completionKey);
  const next = new Set(selection.read());
  const areSelected = keys.every((key) => next.has(key));
  for (const key of keys) {
    if (areSelected) next.delete(key);
    else next.add(key);
  }
  selection.write(next);
}

/** Everything between the paper selected last and this one, in the order in which the screen shows them. */
export function selectUpTo(paper: PaperId, shown: readonly PaperId[]): void {
  const key = completionKey(paper);
  const keys = shown.map(completionKey);
  const [from, to] = [keys.indexOf(anchor ?? key), keys.indexOf(key)].toSorted((a, b) => a - b);
  const range = from === undefined || from < 0 ? [paper] : shown.slice(from, (to ?? 0) + 1);
  selection.write(new Set([...(selection.read() ?? []), ...openKeys(range)]));
  anchor ??= key;
}

/** Of those that can be selected: what is done already cannot. */
function openKeys(papers: readonly PaperId[]): string[] {
  return papers.map(completionKey).filter((key) => !readRecord(key).isCompleted);
}

/** Marks what is selected as done on a day. What the server refuses is said, and selected again. */
export function markSelected(day: string): void {
  const papers = [...(selection.read() ?? [])].flatMap((key) => parseCompletionKey(key) ?? []);
  const marked = papers.filter((paper) => !readRecord(completionKey(paper)).isCompleted);
  const doneOn = day === isoDay(new Date()) ? undefined : day;
  stopSelecting();
  for (const paper of marked) setRecord(paper, { isCompleted: true, score: null, doneOn });

  const failed = new Map<string, PaperId>();
  claimRefusals((key) => {
    const paper = marked.find((other) => completionKey(other) === key);
    if (!paper) return false;
    failed.set(key, paper);
    startSelecting(...failed.values());
    showToast({ tone: 'danger', text: `${marked.length - failed.size} marked, ${failed.size} failed` });
    return true;
  });
  afterPaint(() =>
    showToast({
      text: `${counted(marked.length, 'paper')} marked as done on ${shownDay(day)}`,
      action: {
        label: 'Undo',
        run: () => {
          for (const paper of marked) setRecord(paper, { isCompleted: false, score: null });
        },
      },
    }),
  );
}
