import { ListChecks, Search, UserPlus, Users } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { NOBODY, type Selected } from '../../lists/selection/selected.ts';
import { onlySet, shownRange, useChosenPapers } from '../../papers/papers-range.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded, LoadFailed } from '../../ui/Loaded.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useFold } from '../../ui/useFold.ts';
import { ActiveStudent } from './ActiveStudent.tsx';
import { AttentionPart } from './attention/AttentionPart.tsx';
import { attentionOf, useAttention } from './attention/attention.ts';
import { useDashboardPlace } from './dashboard-place.ts';
import { FindStudent } from './FindStudent.tsx';
import { inGroup, useChosenGroup } from './groups/useGroups.ts';
import { StudentListHeads } from './StudentListHeads.tsx';
import { LIST_ORDERS, type ListOrder, matching, sortStudents, withProgress } from './student-rows.ts';
import { useRemoving } from './useRemoving.ts';
import { type Student, useStudents, useStudentsProgress } from './useStudents.ts';
import { rememberWalk } from './walk-place.ts';

const AddStudentForm = lazy(() => import('./AddStudentForm.tsx'));
const StudentSelectionBar = lazy(() => import('./StudentSelectionBar.tsx'));
const PendingStudents = lazy(() => import('./PendingStudents.tsx'));

/** Fewer are found by looking. */
const SEARCH_FROM = 9;

export function StudentList() {
  const query = useStudents();
  // Asked for together with the list.
  useAttention();
  if (useChosenGroup().isOpen) return <LoadingStudents />;
  return (
    <Loaded
      query={query}
      loading={<LoadingStudents />}
      renderFailed={(retry) => (
        <Card title="Your Students">
          <LoadFailed onRetry={retry}>Failed to load your students.</LoadFailed>
        </Card>
      )}
    >
      {({ students }) => <Students students={students} />}
    </Loaded>
  );
}

function LoadingStudents() {
  return (
    <Card title="Your Students" aria-busy="true">
      <span className="sr-only">Loading...</span>
      <div className="grid gap-2">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} className="h-14 w-full" />
        ))}
      </div>
    </Card>
  );
}

function useOrder() {
  const { params, adjust } = useDashboardPlace();
  return {
    order: LIST_ORDERS.find((known) => known === params.get('sort')) ?? 'name',
    reversed: params.get('reversed') === '1',
    setOrder: (sort: ListOrder, reversed: boolean) =>
      adjust({ sort: sort === 'name' ? undefined : sort, reversed: reversed ? '1' : undefined }),
  };
}

function Students({ students: all }: { students: readonly Student[] }) {
  const { params, adjust } = useDashboardPlace();
  const words = params.get('q') ?? '';
  const searched = useDeferredValue(words);
  const chosen = useChosenPapers('teacherPapers');
  const progress = useStudentsProgress(chosen);
  const { order, reversed, setOrder } = useOrder();
  const { list, remove } = useRemoving();
  const fold = useFold(all.length === 0);
  const [selected, setSelected] = useState<Selected>();
  const selectButton = useRef<HTMLButtonElement>(null);
  const { group } = useChosenGroup();
  const students = useMemo(() => inGroup(all, group), [all, group]);

  const found = useMemo(() => matching(students, searched), [students, searched]);
  const pending = found.filter(({ status }) => status === 'pending');
  const active = useMemo(() => {
    const rows = withProgress(
      found.filter(({ status }) => status === 'active'),
      progress.data?.students,
    );
    return sortStudents(rows, order, reversed);
  }, [found, progress.data, order, reversed]);
  useEffect(() => rememberWalk(active), [active]);
  const pendingInAll = students.filter(({ status }) => status === 'pending').length;
  const hasSearch = all.length >= SEARCH_FROM;
  /** Words for which a phone has no room there. */
  const besideSearch = cx(hasSearch && 'max-sm:sr-only');
  const shown = [...active, ...pending].map(({ id }) => id);
  const selecting = selected && { selected, shown, onSelect: setSelected };
  const needing = useAttention();
  const attention = useMemo(
    () => needing.data && attentionOf(needing.data.students, students),
    [needing.data, students],
  );
  const activeInAll = students.length - pendingInAll;

  return (
    <div className="grid grid-cols-1 gap-4">
      {fold.isOpen && (
        <Suspense>
          <AddStudentForm {...fold.formProps} />
        </Suspense>
      )}
      {activeInAll > 0 && <AttentionPart query={needing} attention={attention} />}
      <Card
        flush
        title="Your Students"
        subtitle={
          all.length === 0 ? undefined : (
            <>
              {/* On paper nothing else says it. */}
              {group && (
                <span className="hidden print:inline">
                  <bdi>{group.name}</bdi>:{' '}
                </span>
              )}
              {activeInAll} active, {pendingInAll} pending
              {activeInAll > 0 && attention?.count === 0 && ', nobody needs attention'}
            </>
          )
        }
        action={
          <div className="flex items-center gap-2 max-sm:w-full">
            {hasSearch && <FindStudent label="Search students" className="sm:w-56" />}
            {all.length > 0 && (
              <>
                <span className="max-sm:hidden">
                  <PrintButton />
                </span>
                <Button
                  size="small"
                  icon={<ListChecks className="size-4" aria-hidden="true" />}
                  ref={selectButton}
                  aria-pressed={selecting !== undefined}
                  onClick={() => setSelected(selecting ? undefined : NOBODY)}
                >
                  <span className={besideSearch}>Select</span>
                </Button>
              </>
            )}
            <Button
              size="small"
              icon={<UserPlus className="size-4" aria-hidden="true" />}
              {...fold.buttonProps}
            >
              <span className={besideSearch}>Add New Student</span>
            </Button>
          </div>
        }
      >
        {all.length === 0 && (
          <EmptyState
            icon={<Users />}
            hint="Add a student by email to follow their progress."
            className="py-6"
          >
            No students added yet.
          </EmptyState>
        )}
        {group && students.length === 0 && (
          <EmptyState icon={<Users />} className="py-6">
            Nobody is in <bdi>{group.name}</bdi>.
          </EmptyState>
        )}
        {students.length > 0 && found.length === 0 && (
          <EmptyState
            icon={<Search />}
            className="py-6"
            action={<Button onClick={() => adjust({ q: undefined })}>Show all</Button>}
          >
            No student matches “{searched.trim()}”.
          </EmptyState>
        )}
        <div ref={list}>
          {active.length > 0 && (
            <>
              <StudentListHeads order={order} reversed={reversed} onOrder={setOrder} />
              <ul aria-label="Your students" className="divide-y divide-line border-t border-line">
                {active.map((student) => (
                  <ActiveStudent
                    key={student.id}
                    student={student}
                    isLoading={progress.isPending}
                    onRemove={remove}
                    selecting={selecting}
                  />
                ))}
              </ul>
              <p className="border-t border-line px-4 py-2.5 text-small text-ink-soft sm:px-5">
                {progress.isError ? (
                  <>
                    Their progress could not be loaded.{' '}
                    <button type="button" className="link" onClick={() => void progress.refetch()}>
                      Try again
                    </button>
                  </>
                ) : (
                  `Papers ${shownRange(chosen.range)} in the subjects you teach${onlySet(chosen)}.`
                )}
              </p>
            </>
          )}
          {pending.length > 0 && (
            <Suspense>
              <PendingStudents students={pending} onRemove={remove} selecting={selecting} />
            </Suspense>
          )}
        </div>
        <p role="status" className="sr-only">
          {hasSearch && searched.trim() !== '' && `${found.length} of ${students.length} students`}
        </p>
      </Card>
      {selecting && (
        <Suspense>
          <StudentSelectionBar
            students={all}
            selecting={selecting}
            onDone={() => {
              setSelected(undefined);
              selectButton.current?.focus();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
