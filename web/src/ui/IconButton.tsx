import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'title'> & {
  /** Says what it does: the tooltip and the accessible name. */
  title: string;
  icon: ReactNode;
  variant?: 'secondary' | 'ghost' | 'danger';
  size?: 'small' | 'medium';
};

/** A button with nothing but an icon. On touch screens it is 44 px whatever its size. */
export function IconButton({
  title,
  icon,
  variant = 'ghost',
  size = 'medium',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={title}
      {...rest}
      title={title}
      className={cx(
        'btn inline-grid shrink-0 place-items-center rounded-md pointer-coarse:size-11 [&>svg]:size-4.5',
        variant === 'danger' ? 'btn-ghost hover:text-danger' : `btn-${variant}`,
        size === 'small' ? 'size-8' : 'size-10',
        className,
      )}
    >
      {icon}
    </button>
  );
}
