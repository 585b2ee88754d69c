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
  /** Something in it waits for an answer: a dot, and these words for who does not see it. */
  news?: string | undefined;
  children?: ReactNode;
};

export function SettingsMenu({ header, owner, news, children }: SettingsMenuProps) {
  const [opened, setOpened] = useState<'password' | 'data'>();
  return (
    <>
      <Menu
        label="Settings"
        header={header}
        renderTrigger={(props) => (
          <IconButton
            title="Settings"
            aria-label={news === undefined ? 'Settings' : `Settings, ${news}`}
            icon={
              <span className="relative [&>svg]:size-4.5">
                <Settings aria-hidden="true" />
                {news !== undefined && (
                  <span className="absolute -top-1 -right-1 size-2.5 rounded-full border-2 border-paper bg-accent-fill" />
                )}
              </span>
            }
            {...props}
          />
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
