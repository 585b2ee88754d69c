import { cx } from './cx.ts';

/** The place of something on its way. Give it that thing's size: `className="h-10 w-40"`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-breathe rounded-md bg-line', className)} />;
}
