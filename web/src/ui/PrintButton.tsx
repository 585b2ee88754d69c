import { Printer } from 'lucide-react';
import { useState } from 'react';
import { Button } from './Button.tsx';
import { showToast } from './toasts.ts';

type PrintButtonProps = {
  /** Fetches what has not come yet of a list that comes in parts, so that all of it is on the paper; false if it failed. */
  loadAll?: () => Promise<boolean>;
};

export function PrintButton({ loadAll }: PrintButtonProps) {
  const [busy, setBusy] = useState(false);
  async function print(): Promise<void> {
    if (loadAll) {
      setBusy(true);
      const isAll = await loadAll();
      setBusy(false);
      // What came, and the button as it was, are drawn in the next turn.
      await new Promise((resolve) => setTimeout(resolve));
      if (!isAll) {
        showToast({ tone: 'danger', text: 'The rest of the list did not come. Please try again.' });
        return;
      }
    }
    window.print();
  }
  return (
    <Button
      size="small"
      icon={<Printer className="size-4" aria-hidden="true" />}
      busy={busy}
      {...(loadAll && { busyLabel: 'Loading...' })}
      onClick={() => void print()}
    >
      Print
    </Button>
  );
}
