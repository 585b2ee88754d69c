import type { ManagedUser } from '../../../../contract/platform-admin.ts';
import { Address } from '../../lists/Address.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ActivityList } from './ActivityList.tsx';
import { nameOf } from './UserTable.tsx';

export function ActivityDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  return (
    <Dialog
      open
      lightDismiss
      title="Activity"
      description={
        <span className="wrap-anywhere">
          <Address>{nameOf(user)}</Address>
        </span>
      }
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="min-h-48">
        <ActivityList of={{ user_id: user.id }} />
      </div>
    </Dialog>
  );
}
