import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { counted } from '../../../format/counted.ts';
import { AdminLoadFailed } from '../../../layout/AdminLoadFailed.tsx';
import { PagedTable } from '../../../lists/PagedTable.tsx';
import { type RowPlace, TableRow } from '../../../lists/RowsHolder.tsx';
import { RowsSkeleton } from '../../../lists/RowsSkeleton.tsx';
import { Card } from '../../../ui/Card.tsx';
import { cx } from '../../../ui/cx.ts';
import type { CheckedRow, Counts, Outcome } from './useImportCheck.ts';

const LOOKS: Record<Outcome, { word: string; icon: typeof CircleCheck; colour: string }> = {
  new: { word: 'New', icon: CircleCheck, colour: 'text-done' },
  exists: { word: 'Already there', icon: CircleMinus, colour: 'text-part' },
  faulty: { word: 'Faulty', icon: CircleAlert, colour: 'text-danger' },
};
const OUTCOMES: Outcome[] = ['new', 'exists', 'faulty'];

const COLUMNS = ['Row', 'Username', 'Email', 'Role', 'What happens'];
const GRID =
  'md:grid md:grid-cols-[3rem_minmax(0,1fr)_minmax(0,1.4fr)_5rem_minmax(0,1.4fr)] md:items-baseline md:gap-x-3';

type ImportPreviewProps = {
  check: UseQueryResult<CheckedRow[]>;
  notes: readonly string[];
  counts: Counts;
  total: number;
  /** The list has changed since. */
  isOld: boolean;
  action: ReactNode;
};

/** What an import would do, row by row, before anything is done. */
export function ImportPreview({ check, notes, counts, total, isOld, action }: ImportPreviewProps) {
  const [wanted, setWanted] = useState<Outcome>();
  const rows = check.data;
  const only = wanted && counts[wanted] > 0 ? wanted : undefined;
  const shown = only ? rows?.filter(({ outcome }) => outcome === only) : rows;
  return (
    <Card
      title="What will happen"
      subtitle={rows ? counted(total, 'row') : 'Checking...'}
      flush
      aria-busy={check.isFetching}
      className={cx(isOld && 'opacity-60 transition-opacity delay-200')}
    >
      {check.isError && !rows && !check.isFetching && (
        <AdminLoadFailed
          error={check.error}
          words="The list could not be checked"
          onRetry={() => void check.refetch()}
        />
      )}
      {!rows && check.isFetching && <RowsSkeleton rows={Math.min(total, 3)} />}
      {rows && (
        <>
          <div className="grid grid-cols-1 gap-3 px-4 pb-3 sm:px-5">
            <Summary counts={counts} only={only} onOnly={setWanted} />
            <p role="status" className="sr-only">
              {OUTCOMES.map((outcome) => `${counts[outcome]} ${LOOKS[outcome].word}`).join(', ')}
            </p>
            {action}
            {notes.length > 0 && (
              <ul className="text-small text-ink-soft">
                {notes.map((note) => (
                  <li key={note} className="wrap-anywhere">
                    {note}
                  </li>
                ))}
              </ul>
            )}
          </div>
          <div className="border-t border-line">
            <PagedTable
              label="What will happen"
              columns={COLUMNS}
              headClassName={cx(GRID, 'max-md:sr-only')}
              heights={[97, 41]}
              cardsBelow="48rem"
              list={{ rows: shown ?? [] }}
              renderRow={(row, index, ref) => <Row key={row.id} row={row} index={index} rowRef={ref} />}
            />
          </div>
        </>
      )}
    </Card>
  );
}

type SummaryProps = { counts: Counts; only: Outcome | undefined; onOnly: (only?: Outcome) => void };

/** How many of each, and the way to see only those. */
function Summary({ counts, only, onOnly }: SummaryProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Show only</legend>
      {OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => {
        const { word, icon: Icon, colour } = LOOKS[outcome];
        return (
          <button
            key={outcome}
            type="button"
            aria-pressed={only === outcome}
            className={cx(
              'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-small font-medium tabular-nums pointer-coarse:min-h-11',
              only === outcome ? 'border-accent bg-accent-soft' : 'border-edge hover:bg-hover',
            )}
            onClick={() => onOnly(only === outcome ? undefined : outcome)}
          >
            <Icon className={cx('size-4', colour)} aria-hidden="true" />
            {counts[outcome].toLocaleString('en-US')} {word.toLowerCase()}
          </button>
        );
      })}
    </fieldset>
  );
}

function Row({ row, index, rowRef }: RowPlace & { row: CheckedRow }) {
  const { word, icon: Icon, colour } = LOOKS[row.outcome];
  return (
    <TableRow
      index={index}
      rowRef={rowRef}
      className={cx(
        GRID,
        'px-4 py-2.5 wrap-anywhere sm:px-5 md:py-2',
        'max-md:grid max-md:grid-cols-[2.5rem_minmax(0,1fr)_auto] max-md:gap-x-2',
        row.outcome === 'exists' && 'text-ink-soft',
      )}
    >
      <span role="cell" className="text-ink-soft tabular-nums">
        {row.id}
      </span>
      <span role="cell" className="min-w-0 font-medium">
        {row.username || <Missing />}
      </span>
      <span role="cell" className="min-w-0 max-md:order-4 max-md:col-span-2 max-md:col-start-2">
        {row.email || <Missing />}
      </span>
      <span role="cell" className="text-ink-soft max-md:order-3">
        {row.role || <Missing />}
      </span>
      <span
        role="cell"
        className="flex min-w-0 items-baseline gap-1.5 max-md:order-5 max-md:col-span-2 max-md:col-start-2"
      >
        <Icon className={cx('size-4 shrink-0 translate-y-0.5', colour)} aria-hidden="true" />
        <span className="min-w-0">
          <span className={cx('font-medium', colour)}>{word}</span>
          {row.reason !== null && <span className="text-ink-soft">. {row.reason}</span>}
        </span>
      </span>
    </TableRow>
  );
}

const Missing = () => <span className="font-normal text-ink-soft">-</span>;
