import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Popover } from '../../ui/Popover.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import type { UsersView } from './users-view.ts';

/** Fetched when they are opened. */
const UserFilterFields = lazyPart(() => import('./UserFilterFields.tsx'));
const UserFiltersSheet = lazyPart(() => import('./UserFiltersSheet.tsx'));

/** The button that opens them. */
export const FILTERS = 'user-filters';

type UserFiltersProps = {
  view: UsersView;
  count: number;
  onShow: (change: Partial<UsersView>) => void;
};

/** They hang on their button; a phone has no room for that and has them in a sheet. */
export function UserFilters({ view, count, onShow }: UserFiltersProps) {
  const isPhone = useMediaQuery('(width < 40rem)');
  const [isOpen, setOpen] = useState(false);
  const button = {
    id: FILTERS,
    icon: <ListFilter className="size-4" aria-hidden="true" />,
    children: `Filters${count > 0 ? ` ${count}` : ''}`,
  };
  const fields = { view, onShow };
  if (!isPhone)
    return (
      <Popover
        label="Filters"
        className="w-80 max-w-[calc(100vw-1rem)]"
        renderTrigger={(props) => <Button {...button} {...props} />}
      >
        {(close) => (
          <UserFilterFields {...fields} waiting={<Skeleton className="h-96 w-full" />} onMissing={close} />
        )}
      </Popover>
    );
  const close = () => setOpen(false);
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {isOpen && <UserFiltersSheet {...fields} onClose={close} onMissing={close} />}
    </>
  );
}
