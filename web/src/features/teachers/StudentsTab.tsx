import { lazy, Suspense } from 'react';
import { cx } from '../../ui/cx.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDashboardPlace } from './dashboard-place.ts';
import { GroupChoice } from './groups/GroupChoice.tsx';
import { PapersButton } from './PapersButton.tsx';
import { StudentList } from './StudentList.tsx';

const ClassGrid = lazy(() => import('./ClassGrid.tsx'));

const VIEWS = [
  { id: 'list', label: 'List' },
  { id: 'grid', label: 'Class grid' },
] as const;

/** Two views of the same students: one by one, or the whole class against the papers of a subject. */
export function StudentsTab() {
  const { params, go } = useDashboardPlace();
  const view = params.get('view') === 'grid' ? 'grid' : 'list';
  return (
    <div className="grid grid-cols-1 gap-2 max-sm:-mt-2 sm:gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="max-sm:flex-1">
          <Segments
            label="View"
            items={VIEWS}
            value={view}
            onChange={(id) => id !== view && go({ view: id === 'grid' ? id : undefined })}
          />
        </div>
        {/* On a phone the grid has these among its filters. */}
        <div className={cx('min-w-0 empty:hidden', view === 'grid' && 'max-md:hidden')}>
          <GroupChoice />
        </div>
        <div className={cx('sm:ml-auto', view === 'grid' && 'max-md:hidden')}>
          <PapersButton />
        </div>
      </div>
      {view === 'grid' ? (
        <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
          <ClassGrid />
        </Suspense>
      ) : (
        <StudentList />
      )}
    </div>
  );
}
