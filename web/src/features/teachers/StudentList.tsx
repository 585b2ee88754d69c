import { ArrowDown, ArrowUp, ListChecks, Search, UserPlus, Users } from 'lucide-react';
import {
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import { percentageOf } from '../../../../domain/progress.ts';
import { shownDate } from '../../format/shown-date.ts';
import { Address } from '../../lists/Address.tsx';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded, LoadFailed } from '../../ui/Loaded.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useFold } from '../../ui/useFold.ts';
import { AttentionPart } from './attention/AttentionPart.tsx';
import { attentionOf, useAttention } from './attention/attention.ts';
import { useDashboardPlace } from './dashboard-place.ts';
import { FindStudent } from './FindStudent.tsx';
import { inGroup, useChosenGroup } from './groups/useGroups.ts';
import { onlySet, shownRange, useChosenPapers } from './papers-range.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { RemoveButton, ROW, type RowProps } from './StudentRow.tsx';
import { NOBODY, type Selected } from './selection/selected.ts';
import { shownName } from './shown-name.ts';
import {
  LIST_ORDERS,
  type ListOrder,
  matching,
  type StudentRow,
  sortStudents,
  withProgress,
} from './student-rows.ts';
import { useRemoving } from './useRemoving.ts';
import { type Student, useStudents, useStudentsProgress } from './useStudents.ts';
import { rememberWalk } from './walk-place.ts';

const AddStudentForm = lazy(() => import('./AddStudentForm.tsx'));
const SelectBox = lazy(() => import('./selection/SelectBox.tsx'));
const SelectionBar = lazy(() => import('./selection/SelectionBar.tsx'));
const PendingStudents = lazy(() => import('./PendingStudents.tsx'));

/** Fewer are found by looking. */
const SEARCH_FROM = 9;
const COLUMNS =
  'md:grid md:grid-cols-[minmax(0,1fr)_8.5rem_5rem_7.5rem_2.75rem] md:items-center md:gap-x-3 print:grid print:grid-cols-[minmax(0,1fr)_8.5rem_5rem_7.5rem] print:gap-x-3';

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
  const chosen = useChosenPapers();
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
                  Select
                </Button>
              </>
            )}
            <Button
              size="small"
              icon={<UserPlus className="size-4" aria-hidden="true" />}
              {...fold.buttonProps}
            >
              <span className={cx(hasSearch && 'max-sm:sr-only')}>Add New Student</span>
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
              <Heads order={order} reversed={reversed} onOrder={setOrder} />
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
          <SelectionBar
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

const HEADS: { id: ListOrder; words: string }[] = [
  { id: 'name', words: 'Student' },
  { id: 'progress', words: 'Done' },
  { id: 'average', words: 'Average' },
  { id: 'activity', words: 'Last activity' },
];

type HeadsProps = {
  order: ListOrder;
  reversed: boolean;
  onOrder: (order: ListOrder, reversed: boolean) => void;
};

/** They sort the list; on a phone a select does. */
function Heads({ order, reversed, onOrder }: HeadsProps) {
  return (
    <>
      <div className="px-4 pb-3 md:hidden print:hidden">
        <Select
          aria-label="Sort by"
          value={order}
          onChange={(event) =>
            onOrder(LIST_ORDERS.find((id) => id === event.currentTarget.value) ?? 'name', false)
          }
        >
          {HEADS.map(({ id, words }) => (
            <option key={id} value={id}>
              By {id === 'name' ? 'name' : words.toLowerCase()}
            </option>
          ))}
        </Select>
      </div>
      <fieldset
        className={cx(COLUMNS, 'pr-2 pl-5 text-small font-medium text-ink-soft max-md:hidden print:grid!')}
      >
        <legend className="sr-only">Sort by</legend>
        {HEADS.map(({ id, words }) => {
          const isChosen = id === order;
          // A name rises from A; the others fall from the most and the latest.
          const Arrow = (id === 'name') === reversed ? ArrowDown : ArrowUp;
          return (
            <button
              key={id}
              type="button"
              aria-pressed={isChosen}
              className={cx(
                'flex min-h-9 items-center gap-1 hover:text-ink print:flex!',
                isChosen && 'text-ink',
              )}
              onClick={() => onOrder(id, isChosen && !reversed)}
            >
              {words}
              {isChosen && <Arrow className="size-3.5 print:hidden" aria-hidden="true" />}
            </button>
          );
        })}
      </fieldset>
    </>
  );
}

function ActiveStudent({
  student,
  isLoading,
  onRemove,
  selecting,
}: RowProps & { student: StudentRow; isLoading: boolean }) {
  const { email, progress } = student;
  return (
    <li className={cx(ROW, COLUMNS, 'pr-14 hover:bg-hover md:pr-2')}>
      <div className="flex min-w-0">
        {selecting && (
          <Suspense>
            <SelectBox student={student} selecting={selecting} />
          </Suspense>
        )}
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="line-clamp-2 min-w-0 font-medium wrap-anywhere">
              {selecting ? (
                shownName(student)
              ) : (
                <Link
                  href={pathTo('teacherStudent', { studentId: student.id })}
                  className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                >
                  {shownName(student)}
                </Link>
              )}
            </span>
            <StatusBadge status="active" />
          </p>
          <p className="text-small text-ink-soft wrap-anywhere">
            <Address>{email}</Address>
          </p>
        </div>
      </div>
      {progress ? (
        <Figures progress={progress} />
      ) : (
        isLoading && <Skeleton className="h-5 w-24 max-md:mt-0.5" />
      )}
      {!selecting && (
        <div className="absolute top-1.5 right-1 md:static md:col-start-5 md:justify-self-end print:hidden">
          <RemoveButton student={student} onRemove={onRemove} />
        </div>
      )}
    </li>
  );
}

/** Beside each other on a phone, in columns elsewhere. */
function Figures({ progress }: { progress: NonNullable<StudentRow['progress']> }) {
  const { completed, total, average, last_activity: last } = progress;
  return (
    <p className="tabular-nums max-md:text-small md:contents print:contents">
      <Figure label="Done">
        {total === 0 ? (
          <span className="text-ink-soft">-</span>
        ) : (
          <>
            {completed}/{total} <span className="text-ink-soft">{percentageOf(completed, total)}%</span>
          </>
        )}
      </Figure>
      <Figure label="Average">
        {average === null ? <span className="text-ink-soft">-</span> : `${average}%`}
      </Figure>
      <Figure label="Last activity">
        <span className="text-ink-soft">{last === null ? 'Never' : shownDate(new Date(last))}</span>
      </Figure>
    </p>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="max-md:not-last:after:content-['_·_'] print:after:content-none!">
      <span className="sr-only">{label} </span>
      {children}
    </span>
  );
}
