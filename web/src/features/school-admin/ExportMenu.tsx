import { ChevronDown, Download, FileText, Printer } from 'lucide-react';
import { useState } from 'react';
import { detailOf } from '../../api/failure.ts';
import { counted } from '../../format/counted.ts';
import type { ChosenPapers } from '../../papers/papers-range.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { showToast } from '../../ui/toasts.ts';
import type { Report } from './PrintedReports.tsx';
import type { UsersView } from './users-view.ts';

const PrintedReports = lazyPart(() => import('./PrintedReports.tsx'));

type ExportMenuProps = {
  view: UsersView;
  papers: ChosenPapers;
  /** How many of those who are shown are students, if it is known. */
  students: number | undefined;
  /** Fetches what has not come yet of the list; false if it failed. */
  loadAll: () => Promise<boolean>;
};

/** What is on the screen, as a file and on paper. */
export default function ExportMenu({ view, papers, students, loadAll }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);
  const [reports, setReports] = useState<readonly Report[]>();

  async function run(act: () => Promise<void>, failed: string): Promise<void> {
    setBusy(true);
    await act().catch((error: unknown) => showToast({ tone: 'danger', text: detailOf(error) ?? failed }));
    setBusy(false);
  }

  async function exportCsv(): Promise<void> {
    const { exportUsers } = await import('./export-users.ts');
    await exportUsers(view, papers);
  }

  async function printList(): Promise<void> {
    if (!(await loadAll())) throw new Error('The rest of the list did not come.');
    // What came is drawn in the next turn.
    await new Promise((resolve) => setTimeout(resolve));
    window.print();
  }

  async function printReports(): Promise<void> {
    const { fetchReports } = await import('./export-users.ts');
    setReports(await fetchReports(view, papers));
  }

  return (
    <>
      <Menu
        label="Export"
        renderTrigger={(props) => (
          <Button busy={busy} {...props}>
            Export
            <ChevronDown className="size-4" aria-hidden="true" />
          </Button>
        )}
      >
        <MenuItem
          icon={<Download />}
          onClick={() => void run(exportCsv, 'Failed to export users. Please try again.')}
        >
          Export CSV
        </MenuItem>
        <MenuItem
          icon={<Printer />}
          onClick={() => void run(printList, 'The rest of the list did not come. Please try again.')}
        >
          Print this list
        </MenuItem>
        {students !== 0 && (
          <MenuItem
            icon={<FileText />}
            onClick={() => void run(printReports, 'The reports did not come. Please try again.')}
          >
            Print {students === undefined ? 'reports' : counted(students, 'report')}
          </MenuItem>
        )}
      </Menu>
      {reports && (
        <PrintedReports
          reports={reports}
          papers={papers}
          onPrinted={() => setReports(undefined)}
          onMissing={() => setReports(undefined)}
        />
      )}
    </>
  );
}
