import type { ManagedUser } from '../../../../contract/platform-admin.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { call } from '../../api/call.ts';
import ResetPasswordDialog from '../../layout/ResetPasswordDialog.tsx';
import UnconfirmedDialog from '../../layout/UnconfirmedDialog.tsx';
import { Address } from '../../lists/Address.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ActivityList } from './ActivityList.tsx';
import { DeleteUserDialog } from './DeleteUserDialog.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import { ImpersonateDialog } from './ImpersonateDialog.tsx';
import { type Act, nameOf } from './UserTable.tsx';
import { confirmUser } from './useUsers.ts';

/** `isGone`: the user is no longer in the list. */
type UserDialogProps = { act: Act; user: ManagedUser; onClose: (isGone?: boolean) => void };

const DIALOGS = {
  edit: EditUserDialog,
  impersonate: ImpersonateDialog,
  activity: ActivityDialog,
  reset: ResetDialog,
  confirm: ConfirmUserDialog,
  delete: DeleteUserDialog,
};

export default function UserDialog({ act, ...rest }: UserDialogProps) {
  const Chosen = DIALOGS[act];
  return <Chosen {...rest} />;
}

function ResetDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  return (
    <ResetPasswordDialog
      name={nameOf(user)}
      slip={{ username: user.username }}
      school={user.school_name ?? undefined}
      reset={() => call('POST /admin/users/{id}/password', { as: 'platformAdmin', params: { id: user.id } })}
      mailLink={() =>
        call('POST /admin/users/{id}/password/link', { as: 'platformAdmin', params: { id: user.id } })
      }
      sentence={(error) => adminSentence(error, 'Failed to reset the password')}
      onClose={onClose}
    />
  );
}

function ConfirmUserDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  return (
    <UnconfirmedDialog
      name={user.username ?? nameOf(user)}
      email={user.email}
      act="confirm"
      run={() => confirmUser(user)}
      sentence={(error) => adminSentence(error, 'This did not work. Please try again.')}
      onClose={onClose}
    />
  );
}

function ActivityDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  return (
    <Dialog
      open
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
        <ActivityList query={{ user_id: String(user.id) }} />
      </div>
    </Dialog>
  );
}
