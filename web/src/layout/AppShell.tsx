import { Skeleton } from '../ui/Skeleton.tsx';
import { Bar } from './Bar.tsx';
import { PageFrame } from './PageFrame.tsx';

/** What is shown before it is known who is there and what they may see: nothing that could turn out wrong. */
export function AppShell() {
  return (
    <PageFrame header={<Bar />} className="max-w-page py-6">
      <h1 className="sr-only">Loading...</h1>
      <Skeleton className="h-8 w-56" />
      <Skeleton className="mt-6 h-64 w-full" />
    </PageFrame>
  );
}
