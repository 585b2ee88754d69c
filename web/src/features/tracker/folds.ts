import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { completionKey } from '../../../../domain/completion-key.ts';
import { subscribeAfterPaint } from '../../ui/after-paint.ts';
import type { SittingView } from './sittings.ts';
import { readRecord, subscribeSubject } from './state/records.ts';

/** Neighbouring sittings in which no paper was set, for one reason: a line in place of them. */
export interface Fold {
  id: string;
  /** '2017–2020: before first exams, May 2021'. */
  words: string;
  sittings: readonly SittingView[];
}

/** The sittings as the screen shows them. Where something is ticked nothing is folded away. */
export function useFolds(
  subjectId: string,
  sittings: readonly SittingView[],
): readonly (SittingView | Fold)[] {
  const subscribe = useCallback(
    (listener: () => void) => subscribeAfterPaint(subscribeSubject, subjectId, listener),
    [subjectId],
  );
  const empty = useMemo(() => sittings.filter(isEmpty), [sittings]);
  const folded = useSyncExternalStore(
    subscribe,
    () =>
      empty
        .filter((sitting) => !hasRecord(sitting))
        .map(({ id }) => id)
        .join(' '),
    () => empty.map(({ id }) => id).join(' '),
  );
  return useMemo(() => foldsIn(sittings, new Set(folded.split(' '))), [sittings, folded]);
}

const isEmpty = ({ papers }: SittingView) => papers.every(({ notSet }) => notSet !== undefined);

const hasRecord = ({ papers }: SittingView) =>
  papers.some(({ strays }) => strays.some((paper) => readRecord(completionKey(paper)).isCompleted));

export function foldsIn(
  sittings: readonly SittingView[],
  folded: ReadonlySet<string>,
): readonly (SittingView | Fold)[] {
  const lines: (SittingView | SittingView[])[] = [];
  for (const sitting of sittings) {
    const run = lines.at(-1);
    if (!folded.has(sitting.id)) lines.push(sitting);
    else if (Array.isArray(run) && run[0] && reasonOf(run[0]) === reasonOf(sitting)) run.push(sitting);
    else lines.push([sitting]);
  }
  return lines.map((line) => {
    if (!Array.isArray(line)) return line;
    const [newest] = line;
    return {
      id: `fold-${newest?.id}`,
      words: `${spanOf(line)}: ${newest && reasonOf(newest)}`,
      sittings: line,
    };
  });
}

const reasonOf = ({ papers }: SittingView) =>
  [...new Set(papers.flatMap(({ notSet }) => notSet ?? []))].join('; ');

/** '2017–2020' where these are whole years, otherwise 'May 2019–November 2020'. The newest year comes first. */
function spanOf(sittings: readonly SittingView[]): string {
  const areYears = sittings[0]?.beginsYear === true && sittings.at(-1)?.session === 'November';
  const names = sittings
    .toSorted((a, b) => a.year - b.year || a.session.localeCompare(b.session))
    .map(({ year, session }) => (areYears ? `${year}` : `${session} ${year}`));
  return [...new Set([names[0], names.at(-1)])].join('–');
}
