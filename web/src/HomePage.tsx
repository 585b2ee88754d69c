import { FeedbackButton } from './features/feedback/FeedbackButton.tsx';
import type { TrackerSlots } from './features/tracker/slots.ts';
import { TrackerPage } from './features/tracker/TrackerPage.tsx';

/** Here, because no feature imports another: the tracker, and what the others put into it. */
const slots: TrackerSlots = { action: <FeedbackButton /> };

export default function HomePage() {
  return <TrackerPage slots={slots} />;
}
