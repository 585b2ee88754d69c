import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

type AccountPartProps = { title: string; text: string; children: ReactNode };

/** One of the things that a user can see or do about their account. */
export function AccountPart({ title, text, children }: AccountPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-md border border-line p-4">
      <h3 id={id} className="font-medium">
        {title}
      </h3>
      <p className="mt-1 text-pretty text-ink-soft">{text}</p>
      <div className="mt-3">{children}</div>
    </section>
  );
}

type LoadedPartProps<Data> = {
  query: UseQueryResult<Data>;
  failed: string;
  children: (data: Data) => ReactNode;
};

/** Its content, when it comes by itself: what fails takes nothing else along. */
export function LoadedPart<Data>({ query, failed, children }: LoadedPartProps<Data>) {
  return (
    <div className="min-h-12 sm:min-h-11">
      <Loaded
        query={query}
        loading={
          <div aria-busy="true" className="grid gap-1.5">
            <span className="sr-only">Loading...</span>
            <Skeleton className="h-4 w-56 max-w-full" />
            <Skeleton className="h-4 w-40" />
          </div>
        }
        renderFailed={(retry) => (
          <Alert
            tone="error"
            action={
              <Button size="small" onClick={retry}>
                Try again
              </Button>
            }
          >
            {failed}
          </Alert>
        )}
      >
        {children}
      </Loaded>
    </div>
  );
}
