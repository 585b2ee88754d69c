import { CircleHelp, CircleMinus, Clock, Copy, Download, UserCheck, UserPen, UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { roleLabel } from '../../../../domain/roles.ts';
import { counted } from '../../format/counted.ts';
import { type Cell, defused, downloadCsv } from '../../format/csv.ts';
import { PrintSlips } from '../../layout/PrintSlips.tsx';
import { PagedTable } from '../../lists/PagedTable.tsx';
import type { RowPlace } from '../../lists/RowsHolder.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { cx } from '../../ui/cx.ts';
import { ImportCounts } from './ImportCounts.tsx';
import { ImportRow } from './ImportRow.tsx';
import { type Managed } from './managed.ts';
import { forget, type ImportedRow, type ImportResult, markTaken, useIsUntaken } from './shown-once.ts';
import type { ImportJob } from './useImport.ts';
import { useSchoolName } from './useSchoolName.ts';

type Became = ImportedRow['became'];
const LOOKS: Record<Became, { word: string; icon: typeof UserPlus; colour: string }> = {
  added: { word: 'Added', icon: UserPlus, colour: 'text-ink-soft' },
  taken_in: { word: 'Taken in', icon: UserCheck, colour: 'text-ink-soft' },
  changed: { word: 'Changed', icon: UserPen, colour: 'text-ink-soft' },
  unchanged: { word: 'Unchanged', icon: UserCheck, colour: 'text-ink-soft' },
  left_out: { word: 'Left out', icon: CircleMinus, colour: 'text-part' },
  waiting: { word: 'Not imported', icon: Clock, colour: 'text-part' },
  unknown: { word: 'Unknown', icon: CircleHelp, colour: 'text-part' },
};
const ALL = Object.keys(LOOKS) as Became[];

const COLUMNS = ['Row', 'Username', 'Email', 'Role', 'Password', 'Result'];
/** In a file each has a column of its own: whoever hands out the passwords has to know whose they are. */
const FILE_COLUMNS = [...COLUMNS.slice(0, 2), 'Name', 'Group', ...COLUMNS.slice(2)];
const GRID =
  'md:grid md:grid-cols-[3rem_minmax(0,1fr)_minmax(0,1.4fr)_5rem_9rem_minmax(0,1.2fr)] md:items-baseline md:gap-x-3';

const numberOf = ({ id }: ImportedRow) => (id > 0 ? id : '');
const outcomeOf = ({ became, note }: ImportedRow) =>
  `${LOOKS[became].word}${note === null ? '' : `. ${note}`}`;

type ImportResultsProps = { managed: Managed; result: ImportResult; job: ImportJob };

/** What became of every row, with the new users' passwords: the only time that they are to be seen. */
export function ImportResults({ managed, result, job }: ImportResultsProps) {
  const isUntaken = useIsUntaken(result);
  const school = useSchoolName(managed);
  const [wanted, setWanted] = useState<Became>();
  const counts = useMemo(() => countOutcomes(result.rows), [result.rows]);
  const lost = result.rows.filter(({ became, password }) => became === 'added' && password === null).length;
  const slips = useMemo(
    () =>
      result.rows.flatMap(({ username, password, fullName: name, groups }) =>
        password === null ? [] : [{ username, password, name, group: groups?.join(', ') }],
      ),
    [result.rows],
  );
  const isUnfinished = result.rest.length > 0 || result.roster !== undefined;
  const only = wanted && counts[wanted] > 0 ? wanted : undefined;
  const rows = useMemo(
    () => (only ? result.rows.filter(({ became }) => became === only) : result.rows),
    [result.rows, only],
  );
  const table = (): Cell[][] => [
    FILE_COLUMNS,
    ...result.rows.map((row) => [
      numberOf(row),
      row.username,
      row.fullName ?? '',
      row.groups?.join('; ') ?? '',
      row.email,
      row.role,
      row.password ?? '',
      outcomeOf(row),
    ]),
  ];

  async function copy(): Promise<void> {
    // Pasted into a spreadsheet, a cell is as dangerous as in a file.
    const text = table()
      .map((row) => row.map((cell) => defused(String(cell))).join('\t'))
      .join('\n');
    if (await copyText(text, 'Users and passwords copied to clipboard')) markTaken(result);
  }
  function download(): void {
    downloadCsv(`imported-users-${new Date().toISOString().slice(0, 10)}.csv`, table());
    markTaken(result);
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      {isUnfinished && <Stopped result={result} unknown={counts.unknown} job={job} />}
      {(counts.added > 0 || !isUnfinished) && (
        <Alert
          tone={isUntaken || lost > 0 ? 'warning' : 'success'}
          title={
            counts.added === 0 && counts.changed > 0
              ? `${counted(counts.changed, 'user')} changed`
              : `${counted(counts.added, 'user')} imported`
          }
        >
          {counts.added > lost && (
            <p>
              {isUntaken
                ? 'The passwords are shown only once. Copy or download them now, and pass them on in person.'
                : 'The passwords are shown only once. You have copied or downloaded them.'}
            </p>
          )}
          {lost > 0 && <p>{lostPasswords(lost)}</p>}
          {result.besides && <p>{result.besides}</p>}
        </Alert>
      )}
      <Card
        title="Imported Users"
        flush
        action={
          <div className="flex flex-wrap gap-2">
            {/* Whether they came out of the printer nobody knows, so it does not count as taking them along. */}
            {slips.length > 0 && <PrintSlips slips={slips} school={school} />}
            <Button
              size="small"
              variant={isUntaken ? 'primary' : 'secondary'}
              icon={<Download className="size-4" aria-hidden="true" />}
              onClick={download}
            >
              Download CSV
            </Button>
            <Button
              size="small"
              icon={<Copy className="size-4" aria-hidden="true" />}
              onClick={() => void copy()}
            >
              Copy
            </Button>
            <Button
              size="small"
              variant={isUntaken ? 'ghost' : 'primary'}
              onClick={() => {
                job.clear();
                forget(managed, result);
              }}
            >
              {isUntaken ? 'I have noted the passwords' : 'Import more users'}
            </Button>
          </div>
        }
      >
        <div className="px-4 pb-3 sm:px-5">
          <ImportCounts
            items={ALL.filter((became) => counts[became] > 0).map((became) => ({
              id: became,
              label: `${counts[became].toLocaleString('en-US')} ${LOOKS[became].word.toLowerCase()}`,
              icon: LOOKS[became].icon,
              colour: LOOKS[became].colour,
            }))}
            only={only}
            onOnly={setWanted}
          />
        </div>
        <div className="border-t border-line">
          <PagedTable
            label="Imported users"
            columns={COLUMNS}
            headClassName={cx(GRID, 'max-md:sr-only')}
            heights={[125, 41]}
            cardsBelow="48rem"
            list={{ rows }}
            renderRow={(row, index, ref) => <Row key={row.id} row={row} index={index} rowRef={ref} />}
          />
        </div>
      </Card>
    </div>
  );
}

const lostPasswords = (count: number): string =>
  count === 1
    ? 'The password of 1 user was lost with the connection. Reset it under User Management.'
    : `The passwords of ${counted(count, 'user')} were lost with the connection. Reset them under User Management.`;

function countOutcomes(rows: readonly ImportedRow[]): Record<Became, number> {
  const counts = { added: 0, taken_in: 0, changed: 0, unchanged: 0, left_out: 0, waiting: 0, unknown: 0 };
  for (const { became } of rows) counts[became] += 1;
  return counts;
}

/** A part failed: those before it are imported, and the rest can follow. */
function Stopped({ result, unknown, job }: Omit<ImportResultsProps, 'managed'> & { unknown: number }) {
  return (
    <Alert
      tone="error"
      title={unknown > 0 ? `The result of ${counted(unknown, 'row')} is not known yet.` : reachOf(result)}
      action={
        <Button size="small" busy={job.isRunning} onClick={() => void job.goOn(result)}>
          Go on
        </Button>
      }
    >
      {unknown > 0
        ? 'Press “Go on” when Tickmark can be reached: nobody is imported twice.'
        : job.failure?.sentence}
    </Alert>
  );
}

function reachOf({ rows, rest }: ImportResult): string {
  if (rest.length === 0) return 'All new people are imported; changes and classes are not.';
  const next = rest[0]?.row ?? 0;
  const done = rows.flatMap(({ id }) => (id > 0 && id < next ? [id] : []));
  if (done.length === 0) return 'Nobody is imported yet.';
  return `Rows ${Math.min(...done)} to ${Math.max(...done)} are imported, the rest are not.`;
}

function Row({ row, index, rowRef }: RowPlace & { row: ImportedRow }) {
  const { word, icon, colour } = LOOKS[row.became];
  return (
    <ImportRow
      index={index}
      rowRef={rowRef}
      grid={GRID}
      row={{ ...row, id: numberOf(row) }}
      role={row.role === 'student' || row.role === 'teacher' ? roleLabel(row.role) : row.role}
      password={row.password}
      icon={icon}
      colour={colour}
    >
      <span className="font-medium">{word}</span>
      {row.note !== null && <span className="text-ink-soft">. {row.note}</span>}
    </ImportRow>
  );
}
