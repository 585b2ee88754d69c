import type { ComponentProps } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import UserFilterFields from './UserFilterFields.tsx';

type UserFiltersSheetProps = ComponentProps<typeof UserFilterFields> & { onClose: () => void };

/** A phone's filters. */
export default function UserFiltersSheet({ onClose, ...fields }: UserFiltersSheetProps) {
  return (
    <Dialog open title="Filters" onClose={onClose}>
      <UserFilterFields {...fields} />
    </Dialog>
  );
}
