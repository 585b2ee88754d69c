import { MessageSquare, SearchX } from 'lucide-react';
import { useLocation } from 'wouter';
import { withStatus } from '../../api/admin-failure.ts';
import { usePages } from '../../api/usePages.ts';
import { counted } from '../../format/counted.ts';
import { AdminLoadFailed } from '../../layout/AdminLoadFailed.tsx';
import { AdminPage } from '../../layout/AdminPage.tsx';
import { BackLink } from '../../layout/BackLink.tsx';
import { ListBar } from '../../lists/ListBar.tsx';
import { useOwnSearch } from '../../navigation/page-view.ts';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FeedbackItem } from './FeedbackItem.tsx';

const PAGE = 20;

/** What people have said, for the platform admin to read and to tick off. */
export default function AdminFeedbackPage() {
  const path = pathTo('adminFeedback');
  const [, navigate] = useLocation();
  const q = (new URLSearchParams(useOwnSearch(path)).get('q') ?? '').slice(0, 200);
  const search = (text: string) =>
    navigate(text === '' ? path : `${path}?${new URLSearchParams({ q: text })}`, { replace: true });
  return (
    <AdminPage
      title="Feedback"
      subtitle="What people say about Tickmark"
      before={<BackLink href={pathTo('adminDashboard')} />}
    >
      <FeedbackList q={q} onSearch={search} />
    </AdminPage>
  );
}

function FeedbackList({ q, onSearch }: { q: string; onSearch: (text: string) => void }) {
  const list = usePages('GET /admin/feedback', {
    as: 'platformAdmin',
    query: { q: q || undefined },
    limit: PAGE,
  });
  const { rows, hasMore } = list;
  return (
    <>
      <ListBar
        search={{ label: 'Search feedback', value: q, onSearch }}
        status={statusText(list, q !== '')}
      />
      <div className={cx('mt-3', list.isOld && 'opacity-60 transition-opacity delay-200')}>
        {list.isPending && <Waiting />}
        {list.isFailed && (
          <Card>
            <AdminLoadFailed
              error={list.error}
              words={withStatus('Failed to fetch feedback', list.error)}
              onRetry={list.reload}
            />
          </Card>
        )}
        {rows.length > 0 && (
          <ul className="grid gap-3">
            {rows.map((entry) => (
              <FeedbackItem key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
        {!list.isPending && !list.isFailed && rows.length === 0 && (
          <Card>
            <Nothing isSearch={q !== ''} onClear={() => onSearch('')} />
          </Card>
        )}
      </div>
      {hasMore && (
        <div className="mt-4 text-center">
          <Button busy={list.isLoadingMore} busyLabel="Loading..." onClick={list.loadMore}>
            Show more
          </Button>
          {list.isMoreFailed && (
            <p role="alert" className="mt-2 text-danger">
              The rest could not be loaded. Please try again.
            </p>
          )}
        </div>
      )}
    </>
  );
}

type List = {
  rows: readonly unknown[];
  isPending: boolean;
  isOld: boolean;
  isFailed: boolean;
  hasMore: boolean;
};

function statusText(
  { rows: { length }, isPending, isOld, isFailed, hasMore }: List,
  isSearch: boolean,
): string {
  if (isPending || isOld) return 'Loading...';
  if (isFailed) return '';
  return `${hasMore ? 'More than ' : ''}${counted(length, 'message')}${isSearch ? ' found' : ''}`;
}

function Nothing({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  return isSearch ? (
    <EmptyState
      icon={<SearchX />}
      hint="Try a word from the message, or part of the sender’s name or address."
      action={<Button onClick={onClear}>Clear search</Button>}
    >
      No feedback found.
    </EmptyState>
  ) : (
    <EmptyState icon={<MessageSquare />} hint="What people send with Give Feedback appears here.">
      No feedback yet.
    </EmptyState>
  );
}

const ITEMS = [0, 1, 2, 3];
const Waiting = () => (
  <div aria-busy="true" className="grid gap-3">
    {ITEMS.map((item) => (
      <Skeleton key={item} className="h-31 w-full rounded-lg" />
    ))}
  </div>
);
