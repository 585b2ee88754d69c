import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type AlertTone = 'error' | 'success' | 'warning' | 'info';

const looks = {
  error: { icon: CircleAlert, className: 'bg-danger-soft text-danger' },
  success: { icon: CircleCheck, className: 'bg-done-soft text-done' },
  warning: { icon: TriangleAlert, className: 'bg-part-soft text-part' },
  info: { icon: Info, className: 'bg-accent-soft text-accent' },
} as const;

export type AlertProps = {
  tone: AlertTone;
  title?: ReactNode;
  /** Nothing to say: nothing is drawn, but with `reserve` the place is kept. */
  children?: ReactNode;
  /** Buttons or links: what to do now. */
  action?: ReactNode;
  /** Keeps the place of one line while there is nothing to say. */
  reserve?: boolean;
  className?: string;
};

/** A message that stays where it is. Errors interrupt a screen reader, the others wait. */
export function Alert({ tone, title, children, action, reserve, className }: AlertProps) {
  const empty = !title && !children;
  if (empty && !reserve) return null;
  const { icon: Icon, className: colours } = looks[tone];
  return (
    <div role={tone === 'error' ? 'alert' : 'status'} className={cx(reserve && 'min-h-12', className)}>
      {!empty && (
        <div className={cx('flex flex-wrap items-start gap-x-4 gap-y-2 rounded-md px-3 py-3', colours)}>
          <Icon className="mt-0.5 -mr-2 size-5 shrink-0" aria-hidden="true" />
          <div className="min-w-0 flex-1 basis-40">
            {title && <p className="font-medium">{title}</p>}
            {children && <div className="text-ink">{children}</div>}
          </div>
          {action}
        </div>
      )}
    </div>
  );
}
