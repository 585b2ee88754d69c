import { ListFilter } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { UsersView } from './users-view.ts';

/** Fetched when they are opened. */
const UserFilterFields = lazy(() => import('./UserFilterFields.tsx'));

/** The button that opens them. */
export const FILTERS = 'user-filters';

type UserFiltersProps = {
  view: UsersView;
  count: number;
  onShow: (change: Partial<UsersView>) => void;
};

export function UserFilters({ view, count, onShow }: UserFiltersProps) {
  return (
    <Popover
      label="Filters"
      className="w-80 max-w-[calc(100vw-1rem)]"
      renderTrigger={(props) => (
        <Button id={FILTERS} icon={<ListFilter className="size-4" aria-hidden="true" />} {...props}>
          Filters{count > 0 && ` ${count}`}
        </Button>
      )}
    >
      <Suspense fallback={<Skeleton className="h-96 w-full" />}>
        <UserFilterFields view={view} onShow={onShow} />
      </Suspense>
    </Popover>
  );
}
