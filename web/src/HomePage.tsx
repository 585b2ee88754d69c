import { FeedbackButton } from './features/feedback/FeedbackButton.tsx';
import type { TrackerSlots } from './features/tracker/slots.ts';
import { TrackerPage } from './features/tracker/TrackerPage.tsx';
import { lazyPreloadable } from './ui/lazy-preloadable.ts';

/** Both in one chunk: they are made of the same things. */
const evidence = () => import('./features/evidence/evidence.ts');

/** Here, because no feature imports another: the tracker, and what the others put into it. */
const slots: TrackerSlots = {
  footer: <FeedbackButton />,
  FilesPart: lazyPreloadable(async () => ({ default: (await evidence()).FilesPart })),
  FilesViewer: lazyPreloadable(async () => ({ default: (await evidence()).FilesViewer })),
};

export default function HomePage() {
  return <TrackerPage slots={slots} />;
}
