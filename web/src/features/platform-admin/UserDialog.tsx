import type { ManagedUser } from '../../../../contract/platform-admin.ts';
import { ActivityDialog } from './ActivityDialog.tsx';
import { DeleteUserDialog } from './DeleteUserDialog.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import { ImpersonateDialog } from './ImpersonateDialog.tsx';
import type { Act } from './UserTable.tsx';

/** `isGone`: the user is no longer in the list. */
type UserDialogProps = { act: Act; user: ManagedUser; onClose: (isGone?: boolean) => void };

const DIALOGS = {
  edit: EditUserDialog,
  impersonate: ImpersonateDialog,
  activity: ActivityDialog,
  delete: DeleteUserDialog,
};

export default function UserDialog({ act, ...rest }: UserDialogProps) {
  const Chosen = DIALOGS[act];
  return <Chosen {...rest} />;
}
