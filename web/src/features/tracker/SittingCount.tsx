import { cx } from '../../ui/cx.ts';
import type { SittingView } from './sittings.ts';
import { useCompletedCount } from './useCompletedCount.ts';

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
