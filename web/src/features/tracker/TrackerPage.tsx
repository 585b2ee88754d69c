import { CloudOff } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { AppHeader } from '../../layout/AppHeader.tsx';
import { PageFrame } from '../../layout/PageFrame.tsx';
import { PageHeading } from '../../layout/PageHeading.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { hideToast, showToast } from '../../ui/toasts.ts';
import { later, ONCE_QUIET, useFetchAhead } from './later.ts';
import { SlotsContext, type TrackerSlots } from './slots.ts';
import { useLine, useSaveFailure } from './state/notices.ts';
import { retryTracker, useTrackerData, useTrackerStatus } from './state/tracker.ts';
import { TrackerSkeleton } from './TrackerSkeleton.tsx';

/** Comes while the papers are on their way. */
const TrackerDesk = later(() => import('./TrackerDesk.tsx'));
/** Fetched while there is a line. */
const LineNotice = later(() => import('./LineNotice.tsx'));

/** A student's dashboard, for guests and for users. */
export function TrackerPage({ slots }: { slots: TrackerSlots }) {
  useTrackerData();
  const status = useTrackerStatus();
  useFetchAhead(TrackerDesk, 0);
  return (
    // At least a window high in every state: the footer never moves into or out of sight.
    <PageFrame header={<AppHeader />} className="min-h-dvh max-w-page pt-2 pb-4 md:py-6">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <PageHeading>Past papers</PageHeading>
        {slots.action}
      </div>
      <SlotsContext value={slots}>
        <div className="mt-2 grid gap-3 md:mt-4 md:gap-4">
          <Suspense fallback={<TrackerSkeleton />}>
            {status === 'loading' && <TrackerSkeleton />}
            {status === 'failed' && <Failed />}
            {status === 'ready' && <TrackerDesk />}
          </Suspense>
        </div>
      </SlotsContext>
      <SaveFailure />
      <LineState />
    </PageFrame>
  );
}

function Failed() {
  return (
    <Card role="alert">
      <EmptyState icon={<CloudOff />} action={<Button onClick={retryTracker}>Try again</Button>}>
        Failed to load your data. Please try again later.
      </EmptyState>
    </Card>
  );
}

function LineState() {
  const line = useLine();
  useFetchAhead(LineNotice, ONCE_QUIET);
  const isFine = line.waiting === 0 && line.lastKnown === undefined;
  return isFine ? null : (
    <Suspense>
      <LineNotice line={line} />
    </Suspense>
  );
}

/** Shown for as long as the state says so: several failures in a row are one message. */
function SaveFailure() {
  const text = useSaveFailure();
  useEffect(() => {
    if (text === undefined) return undefined;
    const id = showToast({ tone: 'danger', text, seconds: 60 });
    return () => hideToast(id);
  }, [text]);
  return null;
}
