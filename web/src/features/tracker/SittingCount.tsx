import { useMemo, useSyncExternalStore } from 'react';
import { completionKey } from '../../../../domain/completion-key.ts';
import { tally } from '../../../../domain/progress.ts';
import { cx } from '../../ui/cx.ts';
import { openPapers } from './boxes.ts';
import { toggleAllSelected, useIsSelecting } from './several.ts';
import type { SittingView } from './sittings.ts';
import { readRecord, subscribeRecordAfterPaint } from './state/records.ts';

/** Done of all in one sitting: '4/6', with a tick once it is complete. Gives way to `SelectAll`. */
export function SittingCount({ sitting }: { sitting: SittingView }) {
  const [completed, total] = useCompletedCount(sitting).split('/');
  const isSelecting = useIsSelecting();
  // A sitting without papers has nothing to count.
  return isSelecting || total === '0' ? null : (
    <span className={cx('count', completed === total && 'count-all check-before')}>
      {completed}/{total}
      <span className="sr-only"> completed</span>
    </span>
  );
}

/** While several papers are being selected: all of a sitting at once. */
export function SelectAll({ sitting }: { sitting: SittingView }) {
  const isSelecting = useIsSelecting();
  if (!isSelecting || sitting.papers.every(({ papers }) => papers.length === 0)) return null;
  return (
    <button
      type="button"
      className="sitting-all"
      aria-label={`All of ${sitting.session} ${sitting.year}`}
      onClick={() => toggleAllSelected(openPapers(sitting))}
    >
      All
    </button>
  );
}

/** How many records of a sitting are done, as '4/6'. Listens to these alone. */
function useCompletedCount(sitting: SittingView): string {
  const source = useMemo(() => {
    const papers = sitting.papers.map(({ papers: zones, besides, strays }) => ({
      zones: zones.map(completionKey),
      besides: besides.map(completionKey),
      strays: strays.map(completionKey),
    }));
    const countWith = (isDone: (key: string) => boolean) => {
      const { completed, total } = tally(papers, isDone);
      return `${completed}/${total}`;
    };
    return {
      nothing: countWith(() => false),
      read: () => countWith((key) => readRecord(key).isCompleted),
      subscribe: (listener: () => void) => {
        const keys = papers.flatMap(({ zones, besides, strays }) => [...zones, ...besides, ...strays]);
        const ends = keys.map((key) => subscribeRecordAfterPaint(key, listener));
        return () => {
          for (const end of ends) end();
        };
      },
    };
  }, [sitting]);
  return useSyncExternalStore(source.subscribe, source.read, () => source.nothing);
}
