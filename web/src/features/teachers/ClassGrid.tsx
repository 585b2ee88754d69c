import { CalendarPlus, Download, Search, Users } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import type { WhichPapers } from '../../../../domain/papers.ts';
import { countedKeys, neverSet, tally } from '../../../../domain/progress.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { useApiQuery } from '../../api/query.ts';
import { counted } from '../../format/counted.ts';
import { downloadCsv } from '../../format/csv.ts';
import PapersFields from '../../papers/PapersFields.tsx';
import {
  type ChosenPapers,
  choosePapers,
  isDefaultRange,
  onlySet,
  shownRange,
  useChosenPapers,
} from '../../papers/papers-range.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Loaded, LoadFailed } from '../../ui/Loaded.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import {
  columnGroups,
  gridCells,
  gridFileName,
  gridRows,
  ORDERS,
  type Order,
  sortRows,
} from './class-grid.ts';
import { useDashboardPlace } from './dashboard-place.ts';
import { FindStudent } from './FindStudent.tsx';
import { GridLegend, HINT } from './GridLegend.tsx';
import { GridTable } from './GridTable.tsx';
import { GroupField } from './groups/GroupField.tsx';
import { type Group, inGroup, useChosenGroup, useGroups } from './groups/useGroups.ts';
import NoSubjectsYet from './NoSubjectsYet.tsx';
import { SubjectSelect } from './SubjectSelect.tsx';
import { GridSelectionBar } from './set-work/GridSelectionBar.tsx';
import { isNothing, NOTHING, type Selection } from './set-work/selection.ts';
import type { ChosenAudience, SetStart } from './set-work/set-draft.ts';
import { matching } from './student-rows.ts';
import { subjectsTaken } from './subjects-taken.ts';
import { useStudentsProgress } from './useStudents.ts';
import { useTeacherSubjects } from './useTeacherSubjects.ts';
import { rememberWalk } from './walk-place.ts';

const SetPapersDialog = lazy(() => import('./set-work/SetPapersDialog.tsx'));

/** The whole class against the papers of one subject. */
export default function ClassGrid() {
  return (
    <Loaded
      query={useTeacherSubjects()}
      loading={<Skeleton className="h-96 w-full rounded-lg" />}
      renderFailed={(retry) => <LoadFailed onRetry={retry}>Failed to load your subjects</LoadFailed>}
    >
      {({ subjects }) => (subjects.length === 0 ? <NoSubjectsYet /> : <Grid subjects={subjects} />)}
    </Loaded>
  );
}

/** Which subject, order and students, as they stand in the address; anything else there is ignored. */
function useChoice(subjects: readonly string[], chosen: ChosenPapers, group: Group | undefined) {
  const { params, adjust } = useDashboardPlace();
  const asked = subjects.find((id) => id === params.get('subject'));
  const hasGroups = (useGroups().data?.groups.length ?? 0) > 0;
  const progress = useStudentsProgress(chosen, { enabled: hasGroups });
  const taken = group && subjectsTaken(progress.data, group.students);
  const subjectId = asked ?? subjects.find((id) => taken?.has(id)) ?? subjects[0] ?? '';
  const order: Order = ORDERS.find((known) => known === params.get('sort')) ?? 'name';
  return {
    subjectId,
    /** What the group takes is not known yet. */
    isOpen: group !== undefined && asked === undefined && progress.isLoading,
    order,
    reversed: params.get('reversed') === '1',
    words: params.get('q') ?? '',
    setSubject: (subject: string) => adjust({ subject }),
    setOrder: (sort: Order, reversed: boolean) =>
      adjust({ sort: sort === 'name' ? undefined : sort, reversed: reversed ? '1' : undefined }),
    showAll: () => adjust({ q: undefined }),
  };
}

type Choice = ReturnType<typeof useChoice>;

function Grid({ subjects }: { subjects: readonly string[] }) {
  const chosen = useChosenPapers('teacherPapers');
  const { group, ...wanted } = useChosenGroup();
  const choice = useChoice(subjects, chosen, group);
  const isPhone = useMediaQuery('(width < 48rem)');
  const { subjectId, order, reversed, words } = choice;
  const { range, which } = chosen;
  const isOpen = wanted.isOpen || choice.isOpen;
  const { data, error, isFetching, refetch } = useApiQuery(
    'GET /teachers/grid',
    { query: { subject_id: subjectId } },
    { enabled: !isOpen },
  );
  const students = useMemo(
    () => (data && !isOpen ? inGroup(data.students, group) : undefined),
    [data, group, isOpen],
  );
  const groups = useMemo(
    () => columnGroups(subjectId, chosen, students ?? []),
    [subjectId, chosen, students],
  );
  const columns = useMemo(() => groups.flatMap((sitting) => sitting.columns), [groups]);
  const rows = useMemo(
    () => sortRows(gridRows(subjectId, chosen, matching(students ?? [], words)), order, reversed),
    [subjectId, chosen, students, words, order, reversed],
  );
  useEffect(() => rememberWalk(rows), [rows]);
  const [kept, setKept] = useState({ subjectId, selection: NOTHING });
  // Of another subject nothing is chosen.
  const selection = kept.subjectId === subjectId ? kept.selection : NOTHING;
  const setSelection = (next: Selection) => setKept({ subjectId, selection: next });
  const everybody: ChosenAudience = group ? { kind: 'group', id: group.id } : { kind: 'everyone' };
  /** What the dialog starts from; undefined while it is closed. */
  const [start, setStart] = useState<SetStart>();
  const exportButton = (
    <Button
      size="small"
      icon={<Download className="size-4" aria-hidden="true" />}
      disabled={rows.length === 0}
      onClick={() => downloadCsv(gridFileName(subjectId, chosen, group), gridCells(rows, groups, which))}
    >
      Export CSV
    </Button>
  );

  return (
    <Card flush className="class-card">
      <div className="flex items-center gap-2 p-2 sm:gap-3 sm:px-5 sm:py-3 print:hidden">
        <SubjectSelect
          subjects={subjects}
          subjectId={subjectId}
          onSelect={choice.setSubject}
          hideLabel
          className="flex-1 md:max-w-96"
        />
        {isPhone ? (
          <Filters choice={choice} chosen={chosen} hasGroup={group !== undefined}>
            {exportButton}
            <PrintButton />
          </Filters>
        ) : (
          <>
            <FindStudent label="Find a student" className="max-w-64" />
            <div className="ml-auto flex gap-2">
              <Button
                size="small"
                icon={<CalendarPlus className="size-4" aria-hidden="true" />}
                onClick={() => setStart({ subjectId, ...(group && { audience: everybody }) })}
              >
                Set papers
              </Button>
              {exportButton}
              <PrintButton />
            </div>
          </>
        )}
      </div>
      {!students && (!error || isFetching) && <Skeleton className="mx-4 mb-4 h-80 sm:mx-5" />}
      {!students && error && !isFetching && (
        <LoadFailed onRetry={() => void refetch()}>Failed to load the class grid.</LoadFailed>
      )}
      {students?.length === 0 && (
        <EmptyState
          icon={<Users />}
          hint="Students appear here once they are active and have chosen this subject."
          className="border-t border-line"
        >
          {group
            ? `Nobody in ${group.name} takes ${subjectName(subjectId)}.`
            : `None of your students takes ${subjectName(subjectId)}.`}
        </EmptyState>
      )}
      {students && students.length > 0 && rows.length === 0 && (
        <EmptyState
          icon={<Search />}
          className="border-t border-line"
          action={<Button onClick={choice.showAll}>Show all</Button>}
        >
          No student matches “{words.trim()}”.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <p className="px-5 pb-2.5 text-small text-ink-soft max-md:hidden print:hidden">
          <NeverSet subjectId={subjectId} chosen={chosen} /> {HINT}
        </p>
      )}
      {rows.length > 0 && (
        <GridTable
          // Another subject starts at its own beginning.
          key={subjectId}
          caption={`${subjectName(subjectId)}, papers ${shownRange(range)}${onlySet(chosen)}: ${counted(rows.length, 'student')}${group ? ` of ${group.name}` : ''}`}
          groups={groups}
          rows={rows}
          order={order}
          reversed={reversed}
          onOrder={choice.setOrder}
          selection={selection}
          onSelect={setSelection}
        />
      )}
      {rows.length > 0 && <GridLegend rows={rows} />}
      {!isNothing(selection) && data && (
        <GridSelectionBar
          selection={selection}
          columns={columns}
          students={data.students}
          shown={rows}
          allShown={rows.length === students?.length ? everybody : undefined}
          onClear={() => setSelection(NOTHING)}
          onSet={(chosenStart) => setStart({ ...chosenStart, subjectId })}
        />
      )}
      {start && (
        <Suspense>
          <SetPapersDialog
            start={start}
            onClose={() => setStart(undefined)}
            onDone={() => setSelection(NOTHING)}
          />
        </Suspense>
      )}
    </Card>
  );
}

/** How many of the papers were never set, and the way to leave them out. A phone has it among its filters. */
function NeverSet({ subjectId, chosen: { range, which } }: { subjectId: string; chosen: ChosenPapers }) {
  const never = neverSet({ subjectId, range });
  if (never === 0) return null;
  const total = (papers: WhichPapers) =>
    tally(countedKeys({ subjectId, range, which: papers }), () => false).total;
  const isOnlySet = which === 'set';
  return (
    <>
      {isOnlySet
        ? `${total('set')} papers that were set.`
        : `${total('all')} papers, ${never} of them never set.`}{' '}
      <button
        type="button"
        className="link"
        onClick={() => choosePapers('teacherPapers', { which: isOnlySet ? 'all' : 'set' })}
      >
        {isOnlySet ? `Show all ${total('all')}` : 'Leave them out'}
      </button>{' '}
    </>
  );
}

type FiltersProps = { choice: Choice; chosen: ChosenPapers; hasGroup: boolean; children: ReactNode };

/** What a phone has no room for beside the table; the number says how much of it is not as usual. */
function Filters({ choice: { order, words, setOrder }, chosen, hasGroup, children }: FiltersProps) {
  const differing = [
    hasGroup,
    order !== 'name',
    words !== '',
    !isDefaultRange(chosen.range),
    chosen.which === 'set',
  ];
  const count = differing.filter(Boolean).length;
  return (
    <Popover
      label="Filters"
      align="end"
      className="w-72"
      renderTrigger={(props) => (
        <Button {...props}>
          Filters{count > 0 && <span className="text-ink-soft tabular-nums"> {count}</span>}
        </Button>
      )}
    >
      <div className="grid gap-3">
        <GroupField />
        <FindStudent label="Find a student" />
        <PapersFields of="teacherPapers" />
        <SelectField
          label="Sort by"
          reserve={false}
          value={order}
          onChange={(event) =>
            setOrder(ORDERS.find((id) => id === event.currentTarget.value) ?? 'name', false)
          }
        >
          <option value="name">Name</option>
          <option value="progress">Progress</option>
          <option value="activity">Last activity</option>
        </SelectField>
        <div className="flex gap-2">{children}</div>
      </div>
    </Popover>
  );
}
