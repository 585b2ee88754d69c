import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { adminSentence } from '../../api/admin-failure.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toasts.ts';
import type { UserFilter } from './dashboard-view.ts';

/** All rows that the filter lets through, as users.csv. */
export function ExportButton({ filter }: { filter: UserFilter }) {
  const [busy, setBusy] = useState(false);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  async function run(): Promise<void> {
    const { signal } = (leaving.current = new AbortController());
    setBusy(true);
    try {
      const { exportUsers } = await import('./export-users.ts');
      await exportUsers(filter, signal);
    } catch (error) {
      if (signal.aborted) return;
      showToast({ tone: 'danger', text: adminSentence(error, 'Failed to export users. Please try again.') });
    }
    setBusy(false);
  }

  return (
    <Button
      size="small"
      icon={<Download className="size-4 max-sm:hidden" aria-hidden="true" />}
      busy={busy}
      onClick={() => void run()}
    >
      Export
    </Button>
  );
}
