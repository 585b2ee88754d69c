import { cx } from './cx.ts';

export type Group = 1 | 2 | 3 | 4 | 5 | 6;

const hues: Record<Group, string> = {
  1: 'bg-group-1',
  2: 'bg-group-2',
  3: 'bg-group-3',
  4: 'bg-group-4',
  5: 'bg-group-5',
  6: 'bg-group-6',
};

/** The hue of a subject's group, beside the subject's name: a hint, never the only sign. */
export function SubjectDot({ group, className }: { group: Group; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('inline-block size-2 shrink-0 rounded-full', hues[group], className)}
    />
  );
}
