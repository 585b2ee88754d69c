import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { subscribeAfterPaint } from '../../ui/after-paint.ts';
import { boxesOf } from './boxes.ts';
import type { SittingView } from './sittings.ts';
import { subscribeSubject } from './state/records.ts';

/** Neighbouring sittings in which no paper was set, for one reason: a line in place of them. */
export interface Fold {
  id: string;
  /** '2017–2020: before first exams, May 2021'. */
  words: string;
  sittings: readonly SittingView[];
}

/** The sittings as the screen shows them. Where one has a box it is not folded away. */
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
        .filter((sitting) => boxesOf(sitting).length === 0)
        .map(({ id }) => id)
        .join(' '),
    () => empty.map(({ id }) => id).join(' '),
  );
  return useMemo(() => foldsIn(sittings, new Set(folded.split(' '))), [sittings, folded]);
}

const isEmpty = ({ papers }: SittingView) => papers.every(({ notSet }) => notSet !== undefined);

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

/** '2017–2020', with what is there of the years at its ends: '2017–2020, November 2021'. The newest sitting comes first. */
function spanOf(sittings: readonly SittingView[]): string {
  const from = sittings[0]?.beginsYear === false ? 1 : 0;
  const to = sittings.at(-1)?.session === 'May' ? -1 : sittings.length;
  const whole = sittings.slice(from, to);
  const nameOf = ({ session, year }: SittingView) => `${session} ${year}`;
  const span = [...new Set([whole.at(-1)?.year, whole[0]?.year])].join('–');
  return [
    ...sittings.slice(from).slice(whole.length).map(nameOf),
    span,
    ...sittings.slice(0, from).map(nameOf),
  ]
    .filter((part) => part !== '')
    .join(', ');
}
