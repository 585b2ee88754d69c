import { KeyRound, Settings, Shield } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import type { AccountOwner } from './ChangePasswordDialog.tsx';

const ChangePasswordDialog = lazy(() => import('./ChangePasswordDialog.tsx'));
const MyDataDialog = lazy(() => import('./MyDataDialog.tsx'));

type SettingsMenuProps = {
  /** Who it is, or that it is nobody. */
  header: ReactNode;
  /** Whose password can be changed and whose data had here; nobody's for a guest. */
  owner?: AccountOwner | undefined;
  children?: ReactNode;
};

export function SettingsMenu({ header, owner, children }: SettingsMenuProps) {
  const [opened, setOpened] = useState<'password' | 'data'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <Menu
        label="Settings"
        header={header}
        renderTrigger={(props) => (
          <IconButton title="Settings" icon={<Settings aria-hidden="true" />} {...props} />
        )}
      >
        {children}
        {owner && (
          <>
            <MenuItem icon={<KeyRound aria-hidden="true" />} onClick={() => setOpened('password')}>
              Change password
            </MenuItem>
            <MenuItem icon={<Shield aria-hidden="true" />} onClick={() => setOpened('data')}>
              My data and account
            </MenuItem>
          </>
        )}
      </Menu>
      {opened && owner && (
        <Suspense>
          {opened === 'password' ? (
            <ChangePasswordDialog owner={owner} onClose={close} />
          ) : (
            <MyDataDialog owner={owner} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}
