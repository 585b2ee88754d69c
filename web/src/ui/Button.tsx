import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
type ButtonSize = 'small' | 'medium';

type Looks = {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** As wide as what holds it. */
  block?: boolean | undefined;
  /** An icon before the words. */
  icon?: ReactNode;
};

const shape =
  'btn inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap select-none';
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-8 px-3 text-small pointer-coarse:min-h-11',
  medium: 'min-h-10 px-4 text-body pointer-coarse:min-h-11',
};

export function buttonClass({
  variant = 'secondary',
  size = 'medium',
  block,
}: Omit<Looks, 'icon'> = {}): string {
  return cx(shape, `btn-${variant}`, sizes[size], block && 'w-full');
}

export type ButtonProps = ComponentProps<'button'> &
  Looks & {
    /** Something is under way: the button keeps its width and its focus, and cannot be pressed. */
    busy?: boolean;
    /** What it says meanwhile, 'Saving...'. */
    busyLabel?: string;
  };

export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    block,
    icon,
    busy = false,
    busyLabel,
    className,
    children,
    onClick,
    ...rest
  } = props;
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass({ variant, size, block }), className)}
      onClick={press}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
    >
      <span className="grid">
        <Words icon={icon} hidden={busy}>
          {children}
        </Words>
        {/* Both labels share one cell, so the wider one sets the width from the start. */}
        {(busyLabel !== undefined || busy) && (
          <Words icon={<Spinner />} hidden={!busy}>
            {busyLabel ?? <span className="sr-only">{children}</span>}
          </Words>
        )}
      </span>
    </button>
  );
}

function Words({ icon, hidden, children }: { icon: ReactNode; hidden: boolean; children: ReactNode }) {
  return (
    <span
      className={cx('col-start-1 row-start-1 flex items-center justify-center gap-2', hidden && 'invisible')}
      aria-hidden={hidden || undefined}
    >
      {icon}
      {children}
    </span>
  );
}

/** A link that looks like a button. For in-app links wrap it: `<Link href asChild><ButtonLink>`. */
export function ButtonLink({
  variant,
  size,
  block,
  icon,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & Looks) {
  return (
    <a {...rest} className={cx(buttonClass({ variant, size, block }), 'gap-2', className)}>
      {icon}
      {children}
    </a>
  );
}
