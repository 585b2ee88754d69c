import { Skeleton } from '../ui/Skeleton.tsx';

const ROWS = Array.from({ length: 10 }, (_, row) => row);

/** The place of a list on its way. */
export function RowsSkeleton({ rows = ROWS.length }: { rows?: number }) {
  return (
    <div className="divide-y divide-line">
      {ROWS.slice(0, rows).map((row) => (
        <div key={row} className="flex min-h-25 items-center gap-6 px-4 sm:min-h-12 sm:px-5">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-56 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
