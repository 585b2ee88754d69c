import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { Attention, useAttention } from './attention.ts';

const AttentionCard = lazy(() => import('./AttentionCard.tsx'));

type AttentionPartProps = {
  query: Pick<ReturnType<typeof useAttention>, 'isPending' | 'isError' | 'refetch'>;
  /** Once it is known. */
  attention: Attention | undefined;
};

/** Stands above the list, which does not wait for it. */
export function AttentionPart({ query, attention }: AttentionPartProps) {
  const room = <Skeleton className="min-h-11 w-full rounded-lg print:hidden" />;
  if (attention) {
    const isEmpty = attention.count === 0 && attention.setAside.length === 0;
    return (
      !isEmpty && (
        <Suspense fallback={room}>
          <AttentionCard attention={attention} />
        </Suspense>
      )
    );
  }
  if (query.isPending) return room;
  return (
    <p className="text-small text-ink-soft print:hidden">
      The list of who needs attention could not be loaded.{' '}
      <button type="button" className="link" onClick={() => void query.refetch()}>
        Try again
      </button>
    </p>
  );
}
