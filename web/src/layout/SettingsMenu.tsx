import { KeyRound, Settings, Shield } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';

import { type AccountOwner, HeaderDialog } from './HeaderDialog.tsx';

type SettingsMenuProps = {
  /** Who it is, or that it is nobody. */
  header: ReactNode;
  /** Whose password can be changed and whose data had here; nobody's for a guest. */
  owner?: AccountOwner | undefined;
  children?: ReactNode;
};

export function SettingsMenu({ header, owner, children }: SettingsMenuProps) {
  const [opened, setOpened] = useState<'password' | 'data'>();
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
      {opened && owner && <HeaderDialog kind={opened} owner={owner} onClose={() => setOpened(undefined)} />}
    </>
  );
}
