import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'ref'> & {
  /** The words beside the box. Without them give an `aria-label`. */
  children?: ReactNode;
  /** Some of what it stands for is done. */
  indeterminate?: boolean;
  /** `done` for a paper that is done, `accent` for a choice. */
  tone?: 'done' | 'accent';
};

/** The tick: a real checkbox of 24 px, 44 px to touch, its check drawn in 150 ms. */
export function Checkbox({
  children,
  indeterminate = false,
  tone = 'done',
  className,
  ...input
}: CheckboxProps) {
  // No attribute says it: the browser only knows it from a script.
  const mark = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = indeterminate;
  };
  return (
    <label className={cx('tick', tone === 'accent' && 'tick-accent', className)}>
      <input {...input} ref={mark} type="checkbox" />
      {children && <span className="min-w-0">{children}</span>}
    </label>
  );
}
