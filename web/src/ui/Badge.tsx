import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type BadgeTone = 'neutral' | 'accent' | 'done' | 'part' | 'danger';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink-soft [box-shadow:inset_0_0_0_1px_var(--color-line)]',
  accent: 'bg-accent-soft text-accent',
  done: 'bg-done-soft text-done',
  part: 'bg-part-soft text-part',
  danger: 'bg-danger-soft text-danger',
};

export type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; className?: string; children: ReactNode };

/** A word about a thing. The word says it, the colour only helps. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex min-h-6 items-center gap-1 rounded-full px-2.5 text-small font-medium whitespace-nowrap [&>svg]:-ml-0.5 [&>svg]:size-3.5',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
