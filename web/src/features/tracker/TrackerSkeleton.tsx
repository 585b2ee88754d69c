import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Panel } from './Panel.tsx';

/** Years and sessions of the range that is shown unless somebody chose another. */
const ROWS = 15;

/** Holds the places of what is on its way, in the size it will have. Says nothing about who is there. */
export function TrackerSkeleton() {
  return (
    <>
      <Panel aria-hidden="true">
        <div className="subjects">
          <div className="chips">
            <Skeleton className="h-8 w-32 pointer-coarse:h-11" />
            <Skeleton className="h-8 w-28 pointer-coarse:h-11" />
            <Skeleton className="h-8 w-32 max-md:hidden pointer-coarse:h-11" />
          </div>
          <Skeleton className="h-10 w-14 md:w-24 pointer-coarse:h-11" />
        </div>
        <div className="max-md:hidden">
          <NextSkeleton />
        </div>
      </Panel>
      <BoardSkeleton />
    </>
  );
}

/** Whether the overview is open has been noted by head.js, where somebody has chosen. */
function NextSkeleton() {
  return (
    <>
      <div className="next-line">
        <Skeleton className="h-5 w-48" />
      </div>
      <div className="overview overview-awaited" />
    </>
  );
}

/** The panel of somebody without subjects, whose button is still on its way. */
export function EmptyPanel({ className }: { className?: string }) {
  return (
    <Panel className={className}>
      <div className="subjects">
        <p className="flex-1 text-ink-soft">No subjects selected.</p>
        <Skeleton className="h-10 w-33.5 pointer-coarse:h-11" />
      </div>
    </Panel>
  );
}

function BoardSkeleton() {
  return (
    <Card flush className="max-md:border-0 max-md:bg-paper max-md:shadow-none">
      <div className="toolbar">
        <div className="toolbar-subject">
          <p role="status" className="mb-1 text-ink-soft">
            Loading your papers...
          </p>
          <Skeleton className="h-10 pointer-coarse:h-11" />
        </div>
        <div className="toolbar-acts">
          <Skeleton className="h-10 flex-1 rounded-full md:w-44 pointer-coarse:h-11" />
          <Skeleton className="h-10 w-28 pointer-coarse:h-11" />
          <Skeleton className="h-10 w-32 max-md:hidden pointer-coarse:h-11" />
        </div>
      </div>
      <div className="md:hidden" aria-hidden="true">
        <NextSkeleton />
      </div>
      <div className="papers-awaited" aria-hidden="true">
        {Array.from({ length: ROWS }, (_, index) => (
          <div
            key={index}
            className="flex h-12.5 items-center gap-6 rounded-lg border border-line bg-surface px-4 md:h-[45px] md:rounded-none md:border-0 md:border-t md:px-5"
          >
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-6 flex-1 max-md:hidden" />
            <Skeleton className="h-6 flex-1 max-md:hidden" />
            <Skeleton className="ml-auto h-5 w-12 md:hidden" />
          </div>
        ))}
      </div>
    </Card>
  );
}
