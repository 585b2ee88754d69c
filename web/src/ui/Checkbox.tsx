import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { cx } from './cx.ts';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'ref'> & {
  /** The words beside the box. Without them give an `aria-label`. */
  children?: ReactNode;
  /** Some of what it stands for is done. */
  indeterminate?: boolean;
  /** `done` for a paper that is done, `accent` for a choice. */
  tone?: 'done' | 'accent';
};

/** Firefox's click by Space says nothing of Shift; the key that makes it, in the same moment, does. */
let isShiftHeld = false;
const noteShift = ({ key, shiftKey }: KeyboardEvent) => {
  isShiftHeld = key === ' ' && shiftKey;
  setTimeout(() => (isShiftHeld = false));
};

/** Whether Shift was held at the press, by mouse or key, that changed a box. */
export const isWithShift = (event: Event): boolean =>
  event instanceof MouseEvent && (event.shiftKey || (event.detail === 0 && isShiftHeld));

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
      <input onKeyUp={noteShift} {...input} ref={mark} type="checkbox" />
      {children && <span className="min-w-0">{children}</span>}
    </label>
  );
}
