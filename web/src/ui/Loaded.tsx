import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

type LoadFailedProps = { onRetry: () => void; className?: string; children: ReactNode };

/** Stands where something should that could not be loaded. */
export function LoadFailed({ onRetry, className, children }: LoadFailedProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff />}
        className={className}
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        {children}
      </EmptyState>
    </div>
  );
}

type LoadedProps<Data> = {
  /** What `useApiQuery` returns. */
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  loading: ReactNode;
  renderFailed: (retry: () => void, error: unknown) => ReactNode;
  children: (data: Data) => ReactNode;
};

/** What a query brings, once it is there; while it is asked again after a failure it is loading as at first. */
export function Loaded<Data>({ query, loading, renderFailed, children }: LoadedProps<Data>): ReactNode {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  return error && !isFetching ? renderFailed(() => void refetch(), error) : loading;
}
