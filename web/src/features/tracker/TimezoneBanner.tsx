import { X } from 'lucide-react';
import { IconButton } from '../../ui/IconButton.tsx';
import { SitsChoice } from './SitsChoice.tsx';
import type { SittingView } from './sittings.ts';
import { useSits, useTimezoneBanner } from './state/preferences.ts';

/** The banner goes when it is answered or dismissed; the focus goes on to what it speaks of. */
function focusPapers(): void {
  document.querySelector<HTMLElement>('.papers [tabindex="0"], .sitting summary')?.focus();
}

/** Tells once what TZ1 and TZ2 are, where the subject has any, and asks which of them the student sits. */
export function TimezoneBanner({ sittings }: { sittings: readonly SittingView[] }) {
  const { isDismissed, dismiss } = useTimezoneBanner();
  const { isChosen } = useSits();
  if (isDismissed || isChosen || !sittings.some(({ hasVariants }) => hasVariants)) return null;
  function leave() {
    focusPapers();
    dismiss();
  }
  return (
    <div role="status" className="banner">
      <p className="min-w-0">TZ1 and TZ2 are two variants of a paper.</p>
      <SitsChoice onChosen={leave} />
      <IconButton title="Dismiss" size="small" icon={<X />} onClick={leave} />
    </div>
  );
}
