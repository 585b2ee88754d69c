import { useMemo, useSyncExternalStore } from 'react';
import { completionKey } from '../../../../domain/completion-key.ts';
import { cx } from '../../ui/cx.ts';
import type { SittingView } from './sittings.ts';
import { readRecord, subscribeRecordAfterPaint } from './state/records.ts';

/** Done of all in one sitting: '4/6', with a tick once it is complete. */
export function SittingCount({ sitting }: { sitting: SittingView }) {
  const { completed, total } = useCompletedCount(sitting);
  return (
    <span className={cx('count', completed === total && 'count-all check-before')}>
      {completed}/{total}
      <span className="sr-only"> completed</span>
    </span>
  );
}

/** How many records of a sitting are done. Listens to these alone. */
function useCompletedCount(sitting: SittingView): { completed: number; total: number } {
  const source = useMemo(() => {
    const keys = sitting.papers.flatMap(({ papers }) => papers.map(completionKey));
    return {
      total: keys.length,
      read: () => keys.filter((key) => readRecord(key).isCompleted).length,
      subscribe: (listener: () => void) => {
        const ends = keys.map((key) => subscribeRecordAfterPaint(key, listener));
        return () => {
          for (const end of ends) end();
        };
      },
    };
  }, [sitting]);
  const completed = useSyncExternalStore(source.subscribe, source.read, () => 0);
  return { completed, total: source.total };
}
