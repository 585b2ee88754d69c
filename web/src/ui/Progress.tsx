import { cx } from './cx.ts';

export type ProgressProps = {
  done: number;
  total: number;
  /** What is counted, for screen readers. */
  label: string;
  className?: string;
};

/** Whole per cent, never 100 before all is done and never 0 once something is. */
function percentOf({ done, total }: { done: number; total: number }): number {
  if (total <= 0 || done <= 0) return 0;
  if (done >= total) return 100;
  return Math.min(99, Math.max(1, Math.round((done / total) * 100)));
}

/** A bar. */
export function ProgressBar({ done, total, label, className }: ProgressProps) {
  return (
    <progress className={cx('bar', className)} value={done} max={Math.max(total, 1)} aria-label={label} />
  );
}

export type ProgressPillProps = ProgressProps & {
  /** Where a rule of the product says how it is rounded. */
  percentage?: number;
};

/** The pill: 12/40 30%, with the bar between. Numbers keep their width while they count. */
export function ProgressPill(props: ProgressPillProps) {
  const { done, total, label, percentage = percentOf({ done, total }), className } = props;
  const all = total > 0 && done >= total;
  return (
    <span
      className={cx(
        'inline-flex min-h-8 items-center gap-3 rounded-full border px-3 text-small font-medium tabular-nums',
        all ? 'border-done bg-done-soft text-done' : 'border-line bg-surface text-ink',
        className,
      )}
    >
      <span>
        {done}/{total}
      </span>
      <ProgressBar done={done} total={total} label={label} className="w-16" />
      <span className="min-w-9 text-end">{percentage}%</span>
    </span>
  );
}
