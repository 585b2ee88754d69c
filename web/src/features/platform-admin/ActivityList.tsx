import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Input } from '../../../../contract/index.ts';
import { usePages } from '../../api/usePages.ts';
import { AdminLoadFailed } from '../../layout/AdminLoadFailed.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type Deed, deedsOf } from './activity.ts';

const PAGE = 20;

type ActivityQuery = NonNullable<Input<'GET /admin/audit'>['query']>;

type ActivityListProps = {
  query: Omit<ActivityQuery, 'limit' | 'cursor'>;
  /** Says of each entry at which school it was. */
  withSchool?: boolean;
  /** What stands there when nothing is found. */
  nothing?: ReactNode;
};

/** Who did what, newest first. */
export function ActivityList({ query, withSchool = false, nothing }: ActivityListProps) {
  const { rows, isPending, error, hasMore, isLoadingMore, loadMore, reload } = usePages('GET /admin/audit', {
    as: 'platformAdmin',
    query,
    limit: PAGE,
  });
  if (isPending) return <Waiting />;
  if (error && rows.length === 0) {
    return <AdminLoadFailed error={error} words="Failed to load the activity" onRetry={reload} />;
  }
  if (rows.length === 0) {
    return (
      nothing ?? (
        <EmptyState icon={<History />} className="py-6">
          Nothing has happened yet.
        </EmptyState>
      )
    );
  }
  return (
    <>
      <ol className="divide-y divide-line">
        {deedsOf(rows).map((deed) => (
          <Entry key={deed.id} deed={deed} withSchool={withSchool} />
        ))}
      </ol>
      {hasMore && (
        <div className="mt-3 text-center">
          <Button size="small" busy={isLoadingMore} busyLabel="Loading..." onClick={loadMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function Entry({ deed, withSchool }: { deed: Deed; withSchool: boolean }) {
  const { at, sentence, school, times, since } = deed;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 wrap-anywhere">
      <span className="min-w-0 flex-1 basis-60 text-pretty">
        {sentence}
        {withSchool && school !== null && <span className="block text-small text-ink-soft">{school}</span>}
        {times > 1 && (
          <span className="block text-small text-ink-soft">
            {times} times since <Time at={since} />
          </span>
        )}
      </span>
      <span className="text-small text-ink-soft">
        <Time at={at} />
      </span>
    </li>
  );
}

const Time = ({ at }: { at: string }) => (
  <time dateTime={at} className="tabular-nums">
    {WHEN.format(new Date(at))}
  </time>
);

const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const ROWS = [0, 1, 2, 3];
const Waiting = () => (
  <div aria-busy="true" className="divide-y divide-line">
    <span className="sr-only">Loading...</span>
    {ROWS.map((row) => (
      <div key={row} className="flex min-h-11 items-center justify-between gap-4">
        <Skeleton className="h-4 w-64" />
        <Skeleton className="h-4 w-28" />
      </div>
    ))}
  </div>
);
