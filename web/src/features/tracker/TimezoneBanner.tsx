import { X } from 'lucide-react';
import { Alert } from '../../ui/Alert.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { SittingView } from './sittings.ts';
import { useTimezoneBanner } from './state/preferences.ts';

/** The button goes with the banner; the focus goes on to the one that the banner speaks of. */
function focusSettings(button: Element): void {
  button.closest('section')?.querySelector<HTMLElement>('.toolbar-acts > button:last-of-type')?.focus();
}

/** Tells once what TZ1 and TZ2 are, where the subject has any. */
export function TimezoneBanner({
  sittings,
  settings,
}: {
  sittings: readonly SittingView[];
  settings: string;
}) {
  const { isDismissed, dismiss } = useTimezoneBanner();
  if (isDismissed || !sittings.some(({ hasVariants }) => hasVariants)) return null;
  return (
    <Alert
      tone="warning"
      className="banner"
      action={
        <IconButton
          title="Dismiss"
          size="small"
          className="-my-1 -mr-1 pointer-coarse:-my-2.5"
          icon={<X />}
          onClick={(event) => {
            focusSettings(event.currentTarget);
            dismiss();
          }}
        />
      }
    >
      {/* Two lines of their own where the words wrap: as many with the fallback font as with ours. */}
      <p className="sm:inline">TZ1 and TZ2 are two variants of a paper. </p>
      <p className="sm:inline">
        Change this under <strong className="font-medium">{settings}</strong>.
      </p>
    </Alert>
  );
}
