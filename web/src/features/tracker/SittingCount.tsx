import { useMemo, useSyncExternalStore } from 'react';
import { completionKey } from '../../../../domain/completion-key.ts';
import { cx } from '../../ui/cx.ts';
import { toggleAllSelected, useIsSelecting } from './several.ts';
import type { SittingView } from './sittings.ts';
import { readRecord, subscribeRecordAfterPaint } from './state/records.ts';

/** Done of all in one sitting: '4/6', with a tick once it is complete. Gives way to `SelectAll`. */
export function SittingCount({ sitting }: { sitting: SittingView }) {
  const [completed, total] = useCompletedCount(sitting).split('/');
  const isSelecting = useIsSelecting();
  return isSelecting ? null : (
    <span className={cx('count', completed === total && 'count-all check-before')}>
      {completed}/{total}
      <span className="sr-only"> completed</span>
    </span>
  );
}

/** While several papers are being selected: all of a sitting at once. */
export function SelectAll({ sitting }: { sitting: SittingView }) {
  const isSelecting = useIsSelecting();
  if (!isSelecting) return null;
  return (
    <button
      type="button"
      className="select-all"
      aria-label={`All of ${sitting.session} ${sitting.year}`}
      onClick={() => toggleAllSelected(sitting.papers.flatMap(({ papers }) => papers))}
    >
      All
    </button>
  );
}

/** How many records of a sitting are done, as '4/6'. Listens to these alone. */
function useCompletedCount(sitting: SittingView): string {
  const source = useMemo(() => {
    const keys = sitting.papers.flatMap(({ papers }) => papers.map(completionKey));
    const besides = sitting.papers.flatMap((paper) => paper.besides.map(completionKey));
    const isDone = (key: string) => readRecord(key).isCompleted;
    return {
      nothing: `0/${keys.length}`,
      read: () => {
        const extra = besides.filter(isDone).length;
        return `${keys.filter(isDone).length + extra}/${keys.length + extra}`;
      },
      subscribe: (listener: () => void) => {
        const ends = [...keys, ...besides].map((key) => subscribeRecordAfterPaint(key, listener));
        return () => {
          for (const end of ends) end();
        };
      },
    };
  }, [sitting]);
  return useSyncExternalStore(source.subscribe, source.read, () => source.nothing);
}
