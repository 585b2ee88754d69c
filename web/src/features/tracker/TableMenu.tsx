import { ChevronsDownUp, ChevronsUpDown, Ellipsis, Eye, ListChecks, Printer } from 'lucide-react';
import { useSession } from '../../session/session.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { viewEvidence } from './dialogs.ts';
import { startSelecting } from './several.ts';

type TableMenuProps = {
  subjectId: string;
  /** Where there are rows that open. */
  rows?: { areAllOpen: boolean; setAll: (isOpen: boolean) => void };
};

/** What concerns all papers of the table at once. */
export function TableMenu({ subjectId, rows }: TableMenuProps) {
  const isUser = useSession().status === 'user';
  return (
    <Menu
      label="Papers"
      align="start"
      renderTrigger={(props) => <IconButton {...props} title="More" size="small" icon={<Ellipsis />} />}
    >
      {rows && (
        <MenuItem
          icon={
            rows.areAllOpen ? <ChevronsDownUp aria-hidden="true" /> : <ChevronsUpDown aria-hidden="true" />
          }
          onClick={() => rows.setAll(!rows.areAllOpen)}
        >
          {rows.areAllOpen ? 'Close all rows' : 'Open all rows'}
        </MenuItem>
      )}
      <MenuItem icon={<ListChecks aria-hidden="true" />} onClick={() => startSelecting()}>
        Tick several
      </MenuItem>
      {isUser && (
        <MenuItem icon={<Eye aria-hidden="true" />} onClick={() => viewEvidence(subjectId)}>
          All evidence
        </MenuItem>
      )}
      <MenuItem icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
        Print
      </MenuItem>
    </Menu>
  );
}
