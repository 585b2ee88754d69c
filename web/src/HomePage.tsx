import { lazy, Suspense } from 'react';
import { FeedbackButton } from './features/feedback/FeedbackButton.tsx';
import type { TrackerSlots } from './features/tracker/slots.ts';
import { TrackerPage } from './features/tracker/TrackerPage.tsx';
import { useIsImpersonating } from './session/admins.ts';
import { useSession } from './session/session.ts';
import { lazyPreloadable } from './ui/lazy-preloadable.ts';

/** All in one chunk: they are made of the same things. */
const evidence = () => import('./features/evidence/evidence.ts');

/** Here, because no feature imports another: the tracker, and what the others put into it. */
const slots: TrackerSlots = {
  footer: <FeedbackButton />,
  FilesPart: lazyPreloadable(async () => ({ default: (await evidence()).FilesPart })),
  FilesViewer: lazyPreloadable(async () => ({ default: (await evidence()).FilesViewer })),
  AllEvidence: lazyPreloadable(async () => ({ default: (await evidence()).AllEvidence })),
  Words: lazyPreloadable(() => import('./features/words/StudentWords.tsx')),
};

/** Should it not come now, the page is shown all the same. */
const RequestStrip = lazy(() =>
  import('./features/teachers/RequestStrip.tsx').catch(() => ({ default: () => null })),
);

const ConfirmStrip = lazy(() =>
  import('./features/accounts/ConfirmStrip.tsx').catch(() => ({ default: () => null })),
);

export default function HomePage() {
  return (
    <>
      <TrackerPage slots={slots} />
      <Notices />
    </>
  );
}

/** Not for who views as the student: they may not answer. */
function Notices() {
  const session = useSession();
  const isImpersonating = useIsImpersonating();
  if (session.status !== 'user' || isImpersonating) return null;
  const { user } = session;
  return (
    <Suspense>
      {user.role === 'student' && <RequestStrip />}
      {user.link_mailed && <ConfirmStrip user={user} />}
    </Suspense>
  );
}
