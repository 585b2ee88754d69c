import { lazy, Suspense } from 'react';
import { cx } from '../../ui/cx.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDashboardPlace } from './dashboard-place.ts';
import { useChosenGroup, useGroups } from './groups/useGroups.ts';
import { StudentList } from './StudentList.tsx';
import { isOpen, useSets } from './set-work/useSets.ts';

const PapersButton = lazy(async () => ({
  default: (await import('../../papers/PapersButton.tsx')).PapersButton,
}));
const GroupChoice = lazy(() => import('./groups/GroupChoice.tsx'));
const ClassGrid = lazy(() => import('./ClassGrid.tsx'));
const SetWorkView = lazy(() => import('./set-work/SetWorkView.tsx'));

const VIEWS = ['list', 'grid', 'sets'] as const;

/** Three views of the same students: one by one, the whole class against the papers of a subject, and what is set for them. */
export function StudentsTab() {
  const { params, go } = useDashboardPlace();
  const view = VIEWS.find((known) => known === params.get('view')) ?? 'list';
  const open = useSets(useChosenGroup().group?.id).data?.sets.filter((set) => isOpen(set)).length;
  const hasGroups = (useGroups().data?.groups.length ?? 0) > 0;
  return (
    <div className="grid grid-cols-1 gap-2 max-sm:-mt-2 sm:gap-4 print:block">
      <div className="flex flex-wrap items-center gap-2">
        <div className="max-sm:flex-1">
          <Segments
            label="View"
            items={[
              { id: 'list', label: 'List' },
              { id: 'grid', label: 'Class grid' },
              { id: 'sets', label: 'Set work', ...(open ? { count: open } : {}) },
            ]}
            value={view}
            onChange={(id) => id !== view && go({ view: id === 'list' ? undefined : id })}
          />
        </div>
        {/* On a phone the grid has these among its filters. */}
        <div
          className={cx(
            'flex min-w-0 flex-1 items-center justify-between gap-2 max-sm:basis-full',
            view === 'grid' && 'max-md:hidden',
          )}
        >
          <div className="min-w-0">
            <Suspense>
              <GroupChoice />
            </Suspense>
          </div>
          {view !== 'sets' && (
            <Suspense>
              <PapersButton of="teacherPapers" isShort={hasGroups} />
            </Suspense>
          )}
        </div>
      </div>
      {view === 'list' ? (
        <StudentList />
      ) : (
        <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
          {view === 'grid' ? <ClassGrid /> : <SetWorkView />}
        </Suspense>
      )}
    </div>
  );
}
