import { Download, Users } from 'lucide-react';
import { useMemo } from 'react';
import { subjectName } from '../../../../domain/subjects.ts';
import { LAST_YEAR, withEndYear, withStartYear, YEARS, type YearRange } from '../../../../domain/years.ts';
import { useApiQuery } from '../../api/query.ts';
import { counted } from '../../format/counted.ts';
import { downloadCsv } from '../../format/csv.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Loaded, LoadFailed } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { columnGroups, gridCells, gridRows, ORDERS, type Order, sortRows } from './class-grid.ts';
import { useDashboardPlace } from './dashboard-place.ts';
import { GridTable } from './GridTable.tsx';
import { NoSubjectsYet } from './NoSubjectsYet.tsx';
import { useTeacherSubjects } from './useTeacherSubjects.ts';

/** Three years fit on a screen. */
const DEFAULT_START = LAST_YEAR - 2;

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

/** Which subject, years and order, as they stand in the address; anything else there is ignored. */
function useChoice(subjects: readonly string[]) {
  const { params, adjust } = useDashboardPlace();
  const asked = params.get('subject');
  const subjectId = subjects.find((id) => id === asked) ?? subjects[0] ?? '';
  const yearIn = (name: string, otherwise: number) =>
    YEARS.find((year) => String(year) === params.get(name)) ?? otherwise;
  const endYear = yearIn('to', LAST_YEAR);
  const startYear = Math.min(endYear, yearIn('from', DEFAULT_START));
  const order: Order = ORDERS.find((known) => known === params.get('sort')) ?? 'name';
  return {
    subjectId,
    range: useMemo(() => ({ startYear, endYear }), [startYear, endYear]),
    order,
    reversed: params.get('reversed') === '1',
    setSubject: (subject: string) => adjust({ subject }),
    setRange: (range: YearRange) => adjust({ from: String(range.startYear), to: String(range.endYear) }),
    setOrder: (sort: Order, reversed: boolean) =>
      adjust({ sort: sort === 'name' ? undefined : sort, reversed: reversed ? '1' : undefined }),
  };
}

function Grid({ subjects }: { subjects: readonly string[] }) {
  const choice = useChoice(subjects);
  const { subjectId, range, order, reversed } = choice;
  const { data, error, isFetching, refetch } = useApiQuery('GET /teachers/grid', {
    query: { subject_id: subjectId },
  });
  const students = data?.students;
  const groups = useMemo(() => columnGroups(subjectId, range, students ?? []), [subjectId, range, students]);
  const rows = useMemo(
    () => sortRows(gridRows(subjectId, range, students ?? []), order, reversed),
    [subjectId, range, students, order, reversed],
  );

  return (
    <Card flush className="class-card">
      <div className="grid grid-cols-2 items-end gap-3 p-4 sm:flex sm:flex-wrap sm:px-5 print:hidden">
        <SelectField
          label="Subject"
          reserve={false}
          className="max-sm:col-span-2 sm:w-96 sm:max-md:w-full"
          value={subjectId}
          onChange={(event) => choice.setSubject(event.currentTarget.value)}
        >
          {subjects.map((id) => (
            <option key={id} value={id}>
              {subjectName(id)}
            </option>
          ))}
        </SelectField>
        <div className="contents sm:flex sm:gap-3">
          <YearSelect
            label="From"
            value={range.startYear}
            onChange={(year) => choice.setRange(withStartYear(range, year))}
          />
          <YearSelect
            label="To"
            value={range.endYear}
            onChange={(year) => choice.setRange(withEndYear(range, year))}
          />
        </div>
        <SelectField
          label="Sort by"
          reserve={false}
          className="sm:w-40 md:hidden"
          value={order}
          onChange={(event) =>
            choice.setOrder(ORDERS.find((id) => id === event.currentTarget.value) ?? 'name', false)
          }
        >
          <option value="name">Name</option>
          <option value="progress">Progress</option>
          <option value="activity">Last activity</option>
        </SelectField>
        <Button
          className="sm:ml-auto"
          icon={<Download className="size-4" aria-hidden="true" />}
          disabled={rows.length === 0}
          onClick={() =>
            downloadCsv(`class-${subjectId}-${range.startYear}-${range.endYear}.csv`, gridCells(rows, groups))
          }
        >
          Export CSV
        </Button>
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
          None of your students takes {subjectName(subjectId)}.
        </EmptyState>
      )}
      {students && students.length > 0 && (
        <GridTable
          // Another subject starts at its own beginning.
          key={subjectId}
          caption={`${subjectName(subjectId)}, papers ${range.startYear}–${range.endYear}: ${counted(rows.length, 'student')}`}
          groups={groups}
          rows={rows}
          order={order}
          reversed={reversed}
          onOrder={choice.setOrder}
        />
      )}
    </Card>
  );
}

function YearSelect(props: { label: string; value: number; onChange: (year: number) => void }) {
  return (
    <SelectField
      label={props.label}
      reserve={false}
      className="sm:w-28"
      value={props.value}
      onChange={(event) => props.onChange(Number(event.currentTarget.value))}
    >
      {YEARS.toReversed().map((year) => (
        <option key={year}>{year}</option>
      ))}
    </SelectField>
  );
}
