import { KeyRound, Settings } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import type { PasswordOwner } from './ChangePasswordDialog.tsx';

const ChangePasswordDialog = lazy(() => import('./ChangePasswordDialog.tsx'));

type SettingsMenuProps = {
  /** Who it is, or that it is nobody. */
  header: ReactNode;
  /** Whose password can be changed here; nobody's for a guest. */
  owner?: PasswordOwner | undefined;
  children?: ReactNode;
};

export function SettingsMenu({ header, owner, children }: SettingsMenuProps) {
  const [changing, setChanging] = useState(false);
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
          <MenuItem icon={<KeyRound aria-hidden="true" />} onClick={() => setChanging(true)}>
            Change password
          </MenuItem>
        )}
      </Menu>
      {changing && owner && (
        <Suspense>
          <ChangePasswordDialog owner={owner} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
