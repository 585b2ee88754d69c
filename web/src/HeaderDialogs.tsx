import { ChangePasswordDialog } from './features/accounts/ChangePasswordDialog.tsx';
import { LogoutDialog } from './features/accounts/LogoutDialog.tsx';
import { MyDataDialog } from './features/accounts/MyDataDialog.tsx';
import { FollowersDialog } from './features/teachers/FollowersDialog.tsx';
import type { HeaderDialogProps } from './layout/HeaderDialog.tsx';

/** What the headers of the app open, in one chunk: most visits open none of it. */
export default function HeaderDialogs(props: HeaderDialogProps) {
  const { onClose } = props;
  if (props.kind === 'password') return <ChangePasswordDialog owner={props.owner} onClose={onClose} />;
  if (props.kind === 'data') return <MyDataDialog owner={props.owner} onClose={onClose} />;
  if (props.kind === 'followers') return <FollowersDialog onClose={onClose} />;
  return <LogoutDialog onStay={onClose} onLogout={props.onLogout} />;
}
