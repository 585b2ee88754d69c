import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import { SearchField, type SearchFieldProps } from './SearchField.tsx';

type ListBarProps = {
  /** Not for a list that is short, or not yet there; the line is as high without it. */
  search?: SearchFieldProps | undefined;
  status: string;
  /** Buttons at the end of the line. */
  action?: ReactNode;
};

/** Above a list: how to find somebody in it, and how many there are. */
export function ListBar({ search, status, action }: ListBarProps) {
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2 pointer-coarse:min-h-11">
      {search && <SearchField className="min-w-40 sm:max-w-form" {...search} />}
      {/* Below the field where it would leave no room to type. */}
      <div className={cx('flex items-center gap-4', Boolean(search ?? action) && 'ml-auto')}>
        <p
          role="status"
          className={cx('text-small text-ink-soft tabular-nums', search && 'text-end max-sm:max-w-28')}
        >
          {status}
        </p>
        {action}
      </div>
    </div>
  );
}
