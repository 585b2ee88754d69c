import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'children'> & {
  children: ReactNode;
  /** A quiet word after the label, '(Default: Enabled)'. */
  hint?: ReactNode;
};

/** On or off, at once: no button has to be pressed after it. */
export function Switch({ children, hint, className, ...input }: SwitchProps) {
  return (
    <label
      className={cx(
        'switch flex min-h-10 cursor-pointer items-center justify-between gap-4 pointer-coarse:min-h-11',
        className,
      )}
    >
      <span className="min-w-0">
        {children} {hint && <span className="text-small text-ink-soft">{hint}</span>}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells its own state */}
      <input {...input} type="checkbox" role="switch" />
    </label>
  );
}
