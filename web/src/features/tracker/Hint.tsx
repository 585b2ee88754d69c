import { X } from 'lucide-react';
import { useState } from 'react';
import { neverSet } from '../../../../domain/progress.ts';
import { counted } from '../../format/counted.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { SitsChoice } from './SitsChoice.tsx';
import type { SittingView } from './sittings.ts';
import {
  setPapers,
  useCountedQuestion,
  useIsPapersChosen,
  useSits,
  useTimezoneBanner,
} from './state/preferences.ts';
import { completedOf, createProgress } from './state/progress.ts';

type HintProps = { subjectId: string; sittings: readonly SittingView[] };

/** At most one: what TZ1 and TZ2 are, and on a later visit that not every paper was set. */
export function Hint({ subjectId, sittings }: HintProps) {
  const { isDismissed } = useTimezoneBanner();
  const { isChosen } = useSits();
  const isAsking = !isDismissed && !isChosen && sittings.some(({ hasVariants }) => hasVariants);
  const [isLaterVisit] = useState(() => !isAsking && completedOf().length > 0);
  if (isAsking) return <TimezoneBanner />;
  return isLaterVisit && <NeverSet subjectId={subjectId} />;
}

/** Goes when it is answered or dismissed; the focus goes on to what it speaks of. */
function focusPapers(): void {
  document.querySelector<HTMLElement>('.papers [tabindex="0"], .sitting summary')?.focus();
}

/** Asks which of the two variants the student sits. */
function TimezoneBanner() {
  const { dismiss } = useTimezoneBanner();
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

function NeverSet({ subjectId }: { subjectId: string }) {
  const question = useCountedQuestion(subjectId);
  const isChosen = useIsPapersChosen();
  const count = isChosen ? 0 : neverSet(question);
  if (count === 0) return null;
  const total = createProgress(question).read().total;

  function leaveOut() {
    focusPapers();
    setPapers('set');
    const left = createProgress({ ...question, which: 'set' }).read().total;
    afterPaint(() =>
      showToast({
        text: `${counted(left, 'paper')} now. Change this under Timezones.`,
        action: { label: 'Undo', run: () => setPapers('all') },
      }),
    );
  }
  return (
    <div role="status" className="banner">
      <p className="min-w-0">
        {count} of these {total} were never set.
      </p>
      <span className="flex gap-2">
        <Button size="small" onClick={leaveOut}>
          Leave them out
        </Button>
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            focusPapers();
            setPapers('all');
          }}
        >
          Not now
        </Button>
      </span>
    </div>
  );
}
