import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, CircleHelp, CircleMinus, UserCheck, UserMinus, UserPen, UserPlus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { counted } from '../../format/counted.ts';
import { shownDate } from '../../format/shown-date.ts';
import { AdminLoadFailed } from '../../layout/AdminLoadFailed.tsx';
import { PagedTable } from '../../lists/PagedTable.tsx';
import type { RowPlace } from '../../lists/RowsHolder.tsx';
import { RowsSkeleton } from '../../lists/RowsSkeleton.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/Field.tsx';
import { ChoicePills } from './ChoicePills.tsx';
import { ImportCounts } from './ImportCounts.tsx';
import { ImportRow } from './ImportRow.tsx';
import type { Choice, ImportDraft } from './import-draft.ts';
import type { Managed } from './managed.ts';
import {
  type Counts,
  countRows,
  groupsJoined,
  isAsked,
  KINDS,
  type Kind,
  keyOf,
  noteOn,
  type PlannedRow,
} from './plan-import.ts';
import { Leavers } from './roster/Leavers.tsx';
import { RosterCourses } from './roster/RosterCourses.tsx';
import { RosterGroups } from './roster/RosterGroups.tsx';
import { RosterLeft } from './roster/RosterLeft.tsx';
import { type LeftPerson, type LeftRow, leftRows } from './roster/roster-plan.ts';
import type { CheckedList } from './useImportCheck.ts';

const LOOKS: Record<Kind, { word: string; icon: typeof UserPlus; colour: string }> = {
  faulty: { word: 'Invalid', icon: CircleAlert, colour: 'text-danger' },
  decision: { word: '', icon: CircleHelp, colour: 'text-part' },
  left_out: { word: 'Left out', icon: CircleMinus, colour: 'text-part' },
  new: { word: 'New', icon: UserPlus, colour: 'text-ink-soft' },
  changed: { word: 'Changed', icon: UserPen, colour: 'text-ink-soft' },
  unchanged: { word: 'Unchanged', icon: UserCheck, colour: 'text-ink-soft' },
};

function countLabel(kind: Kind, counts: Counts): string {
  if (kind !== 'decision') return `${counts[kind].toLocaleString('en-US')} ${LOOKS[kind].word.toLowerCase()}`;
  if (counts.open === 0) return `${counts.decision.toLocaleString('en-US')} decided`;
  return counted(counts.open, 'needs a decision', 'need a decision');
}

const COLUMNS = ['Row', 'Username', 'Email', 'Role', 'What happens'];
const GRID =
  'md:grid md:grid-cols-[3rem_minmax(0,1fr)_minmax(0,1.3fr)_4.5rem_minmax(0,1.9fr)] md:items-baseline md:gap-x-3';

type Decides = {
  draft: ImportDraft;
  onDraft: (changes: Partial<ImportDraft>) => void;
};

type ImportPreviewProps = Decides & {
  managed: Managed;
  check: UseQueryResult<CheckedList>;
  rows: readonly PlannedRow[] | undefined;
  /** Who is not in the list any more. */
  left: readonly LeftPerson[];
  notes: readonly string[];
  total: number;
  domain: string | undefined;
  /** The list has changed since. */
  isOld: boolean;
  /** What it comes to, and the button. */
  action: ReactNode;
};

/** What an import would do, row by row, before anything is done. Decisions come first; who is unchanged is hidden. */
export function ImportPreview(props: ImportPreviewProps) {
  const { managed, check, rows, left, notes, total, domain, isOld, action, ...decides } = props;
  const [wanted, setWanted] = useState<Kind | 'left'>();
  const counts = useMemo(() => countRows(rows ?? []), [rows]);
  const roster = rows && check.data?.roster;
  const only = wanted && (wanted === 'left' ? left.length : counts[wanted]) > 0 ? wanted : undefined;
  const shown = useMemo(() => allInOrder(rows ?? [], left, only), [rows, left, only]);
  const leavers = left.filter(({ id }) => decides.draft.archived.includes(id));
  const said = [...notes, ...warnings(rows ?? [], counts, domain)];
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
            <ImportCounts
              items={[
                ...KINDS.filter((kind) => counts[kind] > 0).map((kind) => ({
                  id: kind,
                  label: countLabel(kind, counts),
                  icon: LOOKS[kind].icon,
                  colour: kind === 'decision' && counts.open === 0 ? 'text-ink-soft' : LOOKS[kind].colour,
                })),
                ...(left.length > 0
                  ? [
                      {
                        id: 'left' as const,
                        label: `${left.length.toLocaleString('en-US')} left`,
                        icon: UserMinus,
                        colour: 'text-ink-soft',
                      },
                    ]
                  : []),
              ]}
              only={only}
              onOnly={setWanted}
            />
            {roster && <RosterCourses courses={roster.courses} {...decides} />}
            {roster && <RosterGroups {...roster} />}
            {roster && roster.counts.links_ended > 0 && (
              <div className="text-small">
                <ChoicePills
                  legend="Assignments that ended"
                  choices={LINK_CHOICES}
                  value={decides.draft.endsLinks ? 'end' : 'keep'}
                  onChoose={(choice) => decides.onDraft({ endsLinks: choice === 'end' })}
                >
                  {counted(roster.counts.links_ended, 'assignment')} of students to teachers came from the
                  last roster and {roster.counts.links_ended === 1 ? 'is' : 'are'} not in this one.
                </ChoicePills>
              </div>
            )}
            {!roster && (
              <Checkbox
                tone="accent"
                className="text-small"
                checked={decides.draft.isWhole}
                onChange={({ currentTarget }) =>
                  decides.onDraft({ isWhole: currentTarget.checked, archived: [] })
                }
              >
                This list is complete: show who has left
              </Checkbox>
            )}
            {said.length > 0 && (
              <ul className="grid gap-1 text-small text-ink-soft">
                {said.map((note) => (
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
              list={{ rows: shown }}
              renderRow={(row, index, ref) =>
                'left' in row ? (
                  <RosterLeft
                    key={row.id}
                    grid={GRID}
                    row={row}
                    all={left}
                    index={index}
                    rowRef={ref}
                    {...decides}
                  />
                ) : (
                  <Row key={row.id} row={row} domain={domain} index={index} rowRef={ref} {...decides} />
                )
              }
            />
          </div>
          {leavers.length > 0 && <Leavers managed={managed} people={leavers} />}
        </>
      )}
      <div className="sticky bottom-0 z-10 flex items-center gap-4 border-t border-line bg-surface px-4 py-3 sm:px-5">
        {action}
      </div>
    </Card>
  );
}

const LINK_CHOICES = [
  ['keep', 'Keep'],
  ['end', 'End'],
] as const;

/** Who left comes last. */
function allInOrder(
  rows: readonly PlannedRow[],
  left: Parameters<typeof leftRows>[0],
  only: Kind | 'left' | undefined,
): readonly (PlannedRow | LeftRow)[] {
  if (only === 'left') return leftRows(left);
  if (only) return inOrder(rows, only);
  return left.length > 0 && rows.every(({ kind }) => kind === 'unchanged')
    ? leftRows(left)
    : [...inOrder(rows, only), ...leftRows(left)];
}

function inOrder(rows: readonly PlannedRow[], only: Kind | undefined): readonly PlannedRow[] {
  if (only) return rows.filter(({ kind }) => kind === only);
  const place = ({ kind, isForeign }: PlannedRow) => KINDS.indexOf(kind) - (isForeign ? 0.5 : 0);
  const changing = rows.filter(({ kind }) => kind !== 'unchanged').toSorted((a, b) => place(a) - place(b));
  return changing.length > 0 ? changing : rows;
}

/** What holds for more than one row is said once. */
function warnings(rows: readonly PlannedRow[], { foreign }: Counts, domain: string | undefined): string[] {
  const said = [];
  if (foreign > 0)
    said.push(`${counted(foreign, 'new address does', 'new addresses do')} not end in ${domain}.`);
  if (rows.some(({ outcome }) => outcome === 'no_school'))
    said.push(
      'An account that you take in keeps its username, password and papers. Anyone can register with any address: take in an account only if you know whose it is.',
    );
  return said;
}

type RowProps = RowPlace & Decides & { row: PlannedRow; domain: string | undefined };

function Row({ row, domain, index, rowRef, ...decides }: RowProps) {
  const { icon, colour } = LOOKS[row.kind];
  const groups = groupsJoined(row);
  return (
    <ImportRow
      index={index}
      rowRef={rowRef}
      grid={GRID}
      row={row.isUnlisted ? { ...row, id: '' } : row}
      role={row.role}
      icon={icon}
      colour={row.kind === 'decision' && !row.isOpen ? 'text-ink-soft' : colour}
    >
      {row.name !== undefined && <NameChoice row={row} {...decides} />}
      {isAsked(row) && <AccountChoice row={row} {...decides} />}
      {row.kind !== 'decision' && <Fate row={row} />}
      {groups.length > 0 && row.kind !== 'changed' && (
        <p className="text-small text-ink-soft">
          {groups.length === 1 ? 'Group' : 'Groups'} {groups.join(', ')}
        </p>
      )}
      {row.isForeign && <p className="text-small text-part">The address does not end in {domain}.</p>}
    </ImportRow>
  );
}

/** What happens to a row about which there is nothing to decide. */
function Fate({ row }: { row: PlannedRow }) {
  const { word, colour } = LOOKS[row.kind];
  const note = noteOn(row);
  if (row.kind === 'left_out') return `${note} Left out.`;
  return (
    <>
      <span className={cx('font-medium', colour)}>{word}</span>
      {note !== null && <span className="text-ink-soft">. {note}</span>}
    </>
  );
}

/** A taken username, and a free one in its place. */
function NameChoice({ row, draft, onDraft }: Decides & { row: PlannedRow }) {
  const key = keyOf(row);
  // Its own copy: rows are drawn again only when there is time for it, and a key pressed meanwhile comes first.
  const [value, setValue] = useState(draft.names[key] ?? row.suggestion ?? '');
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      <span>{row.outcome === 'username_taken' ? 'Username taken.' : row.reason} Use</span>
      <Field
        label={`Username for row ${row.id}`}
        hideLabel
        reserve={false}
        className="min-w-32 flex-1 basis-40"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={row.nameProblem}
        onChange={({ currentTarget }) => {
          setValue(currentTarget.value);
          onDraft({ names: { ...draft.names, [key]: currentTarget.value } });
        }}
      />
    </div>
  );
}

const CHOICES: [Choice, string][] = [
  ['take_in', 'Take in'],
  ['leave_out', 'Leave out'],
];

/** An account that has the address. */
function AccountChoice({ row, draft, onDraft }: Decides & { row: PlannedRow }) {
  const { account, choice, others } = row;
  const key = keyOf(row);
  return (
    <>
      <ChoicePills
        legend={`Row ${row.id}: ${row.outcome === 'unproved' ? 'unconfirmed account' : 'account without a school'}`}
        choices={CHOICES}
        value={choice}
        onChoose={(id) => onDraft({ choices: { ...draft.choices, [key]: id }, last: key })}
      >
        {row.outcome === 'unproved'
          ? 'Registered but never proved. Importing gives it a new password.'
          : 'Account without a school.'}
      </ChoicePills>
      {account && (
        <p className="text-small text-ink-soft">
          {account.username}, registered {shownDate(new Date(account.created_at))}
        </p>
      )}
      {others !== undefined && (
        <Checkbox
          tone="accent"
          className="mt-1"
          checked={row.isLeader}
          onChange={({ currentTarget }) => onDraft({ leader: currentTarget.checked ? key : undefined })}
        >
          The same for {counted(others, 'other', 'others')} like this
        </Checkbox>
      )}
    </>
  );
}
