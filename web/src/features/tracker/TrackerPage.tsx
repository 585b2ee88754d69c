import { CloudOff } from 'lucide-react';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { useEndedLogin } from '../../api/ended-login.ts';
import { AppHeader } from '../../layout/AppHeader.tsx';
import { PageFrame } from '../../layout/PageFrame.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyPreloadable } from '../../ui/lazy-preloadable.ts';
import { hideToast, showToast } from '../../ui/toasts.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { SlotsContext, type TrackerSlots } from './slots.ts';
import { useConnection, useSaveFailure } from './state/notices.ts';
import { useSubjects } from './state/subjects.ts';
import { retryTracker, useTrackerData, useTrackerStatus } from './state/tracker.ts';
import { EmptyPanel, TrackerSkeleton } from './TrackerSkeleton.tsx';
import { Welcome } from './Welcome.tsx';

/** Comes while the papers are on their way and the page comes alive. */
const SubjectsAndPapers = lazyPreloadable(() => import('./SubjectsAndPapers.tsx'));
if (!import.meta.env.SSR) SubjectsAndPapers.preload().catch(() => undefined);

const never = () => () => undefined;

/** A student's dashboard, for guests and for users. */
export function TrackerPage({ slots }: { slots: TrackerSlots }) {
  useTrackerData();
  const status = useTrackerStatus();
  const { subjects } = useSubjects();
  // The page as it was rendered, for everybody: what the browser has stored decides what of it is seen (tracker.css).
  const isForAll = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const isEmpty = status === 'ready' && subjects.length === 0;
  return (
    // At least a window high in every state: the footer never moves into or out of sight.
    <PageFrame
      header={<AppHeader />}
      footer={slots.footer}
      className="min-h-dvh max-w-page pb-4 md:pt-4 md:pb-6"
    >
      {/* After a navigation the focus is here; the eye sees the subjects. */}
      <h1 tabIndex={-1} className="sr-only">
        Past papers
      </h1>
      <SlotsContext value={slots}>
        <div className="grid grid-cols-1 gap-1 md:gap-4">
          {status === 'loading' && (
            <>
              <div className={isForAll ? 'for-returning' : 'contents'}>
                <TrackerSkeleton />
              </div>
              {isForAll && <EmptyPanel className="for-newcomers" />}
            </>
          )}
          {status === 'failed' && <Failed />}
          {status === 'ready' && (
            <Suspense fallback={isEmpty ? <EmptyPanel /> : <TrackerSkeleton />}>
              <SubjectsAndPapers />
            </Suspense>
          )}
          {(isForAll || isEmpty) && (
            // The same element from the first paint on: a first-time visitor reads it before the script comes.
            <Card className={cx(isForAll && 'for-newcomers')}>
              <Welcome />
            </Card>
          )}
        </div>
      </SlotsContext>
      <SaveFailure />
      <ConnectionState />
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

function ConnectionState() {
  const connection = useConnection();
  // Another notice says what is kept.
  const hasEndedLogin = useEndedLogin() === 'user';
  const isFine = connection.waiting === 0 && connection.lastShown === undefined;
  return isFine || hasEndedLogin ? null : <ConnectionNotice connection={connection} />;
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
