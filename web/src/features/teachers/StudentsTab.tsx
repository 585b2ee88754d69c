import { LayoutGrid, List } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDashboardPlace } from './dashboard-place.ts';
import { PapersButton } from './PapersButton.tsx';
import { StudentList } from './StudentList.tsx';

const ClassGrid = lazy(() => import('./ClassGrid.tsx'));

const VIEWS = [
  { id: 'list', label: 'List', icon: List },
  { id: 'grid', label: 'Class grid', icon: LayoutGrid },
] as const;

/** Two views of the same students: one by one, or the whole class against the papers of a subject. */
export function StudentsTab() {
  const { params, go } = useDashboardPlace();
  const view = params.get('view') === 'grid' ? 'grid' : 'list';
  return (
    <div className="grid grid-cols-1 gap-2 max-sm:-mt-2 sm:gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="inline-flex rounded-md border border-line bg-surface p-0.5 max-sm:flex-1">
          <legend className="sr-only">View</legend>
          {VIEWS.map(({ id, label, icon: Icon }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === view}
              className={cx(
                'inline-flex min-h-8 items-center justify-center gap-2 rounded-sm px-3 text-small font-medium whitespace-nowrap max-sm:flex-1 max-sm:px-2 pointer-coarse:min-h-11',
                id === view ? 'bg-sunken text-ink' : 'text-ink-soft hover:text-ink',
              )}
              onClick={() => id !== view && go({ view: id === 'grid' ? id : undefined })}
            >
              <Icon className="size-4 max-sm:hidden" aria-hidden="true" />
              {label}
            </button>
          ))}
        </fieldset>
        {/* On a phone the grid has it among its filters. */}
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
