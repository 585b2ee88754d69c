import { cx } from './cx.ts';

/** The mark alone: a tick that leaves its box. */
function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={cx('size-6 shrink-0', className)} fill="none" aria-hidden="true">
      <path
        d="M20 12.5V17a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4h7"
        className="stroke-ink"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="m7.5 11.5 4 4L21.5 4.5"
        className="stroke-done"
        strokeWidth="2.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Mark and word. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2', className)}>
      <LogoMark />
      <span className="text-lead font-semibold tracking-tight">Tickmark</span>
    </span>
  );
}
