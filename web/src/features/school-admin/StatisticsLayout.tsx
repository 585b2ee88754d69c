import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const FIGURES = ['Total Papers Completed', 'Average Score', 'Active Students'];

type StatisticsLayoutProps = {
  asOf: ReactNode;
  actions: ReactNode;
  /** In the order of the cards. */
  figures: ReactNode[];
  trend: ReactNode;
  subjects: ReactNode;
};

/** Where everything stands, whether it has come or not. */
export function StatisticsLayout({ asOf, actions, figures, trend, subjects }: StatisticsLayoutProps) {
  return (
    <div className="grid gap-4 sm:gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-small text-ink-soft max-sm:w-full">
          {asOf}
        </p>
        <div className="flex gap-2">{actions}</div>
      </div>
      <dl className="grid gap-3 sm:grid-cols-3 sm:gap-5 print:grid-cols-3">
        {FIGURES.map((label, index) => (
          <div
            key={label}
            className="flex items-baseline justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-card sm:flex-col sm:items-start sm:gap-0 sm:px-5 sm:py-4 print:block"
          >
            <dt className="text-ink-soft print:text-small">{label}</dt>
            <dd className="min-h-8 text-title font-semibold tracking-tight tabular-nums sm:mt-1">
              {figures[index]}
            </dd>
          </div>
        ))}
      </dl>
      <Card title="Monthly Completion Trend" className="print:break-inside-avoid">
        {trend}
      </Card>
      <Card title="Subject Statistics" flush>
        {subjects}
      </Card>
    </div>
  );
}

const ROWS = Array.from({ length: 6 }, (_, row) => row);

export function StatisticsSkeleton() {
  return (
    <StatisticsLayout
      asOf="Loading..."
      actions={
        <>
          <Skeleton className="h-8 w-34 pointer-coarse:h-11" />
          <Skeleton className="h-8 w-20 pointer-coarse:h-11" />
        </>
      }
      figures={FIGURES.map((label) => <Skeleton key={label} className="h-8 w-20" />)}
      trend={<Skeleton className="h-73 w-full" />}
      subjects={
        <div className="grid gap-3 px-4 pt-1 pb-5 sm:px-5">
          {ROWS.map((row) => (
            <Skeleton key={row} className="h-8 w-full" />
          ))}
        </div>
      }
    />
  );
}
