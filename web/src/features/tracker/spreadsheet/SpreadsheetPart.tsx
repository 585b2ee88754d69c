import { Download, FileUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { exportRows } from './export-rows.ts';

const ImportDialog = lazy(() => import('./ImportDialog.tsx'));

const icon = 'size-4';

/** One's papers as a file for a spreadsheet, and back. */
export default function SpreadsheetPart({ userId }: { userId: number }) {
  const [isBusy, setBusy] = useState(false);
  const [isImporting, setImporting] = useState(false);
  function save(): void {
    setBusy(true);
    void exportRows().finally(() => setBusy(false));
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="small"
        icon={<Download className={icon} aria-hidden="true" />}
        busy={isBusy}
        busyLabel="Preparing..."
        onClick={save}
      >
        Export CSV
      </Button>
      <Button
        size="small"
        icon={<FileUp className={icon} aria-hidden="true" />}
        onClick={() => setImporting(true)}
      >
        Import
      </Button>
      {isImporting && (
        <Suspense>
          <ImportDialog userId={userId} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </div>
  );
}
