import { Download, SearchX, Undo2 } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { ArchivedUser } from '../../../../contract/archive.ts';
import { roleLabel } from '../../../../domain/roles.ts';
import { counted } from '../../format/counted.ts';
import { Address, OrNotSet } from '../../lists/Address.tsx';
import { ListBar } from '../../lists/ListBar.tsx';
import { PagedTable } from '../../lists/PagedTable.tsx';
import { type RowPlace, TableRow } from '../../lists/RowsHolder.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { focusHeading, useFocusAfter } from '../../ui/focus.ts';
import { bringBack, exportPapers } from './archive.ts';
import { dayWords } from './archive-words.ts';
import { type Managed } from './managed.ts';
import { type Searched } from './people-view.ts';
import { matching, nameOf } from './school-data.ts';
import './archived.css';

const COLUMNS = ['Username', 'Email', 'Role', 'Deleted', 'Actions'];
const GRID = 'archived-line';

type ArchivedListProps = Searched & { managed: Managed; users: readonly ArchivedUser[] };

/** Whom the school has archived, until they are deleted. */
export default function ArchivedList({ managed, users, words, onSearch }: ArchivedListProps) {
  const rows = useMemo(() => matching(users, words), [users, words]);
  return (
    <>
      {/* On a phone what can be done with all of them stands below the search. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <ListBar
            search={{ label: 'Search archived users', value: words, onSearch }}
            status={`${counted(rows.length, 'user')}${words === '' ? '' : ' found'}`}
          />
        </div>
        {rows.length > 0 && <Acts managed={managed} people={rows} />}
      </div>
      <Card flush aria-label="Archived users" className="mt-3">
        {rows.length > 0 ? (
          <PagedTable
            label="Archived users"
            columns={COLUMNS}
            headClassName={cx(GRID, 'max-lg:sr-only')}
            heights={[149, 53]}
            cardsBelow="64rem"
            list={{ rows }}
            renderRow={(user, index, ref) => (
              <ArchivedRow key={user.id} user={user} managed={managed} index={index} rowRef={ref} />
            )}
          />
        ) : (
          <EmptyState icon={<SearchX />} action={<Button onClick={() => onSearch('')}>Show all</Button>}>
            Nobody matches “{words}”.
          </EmptyState>
        )}
      </Card>
    </>
  );
}

type ActsProps = { managed: Managed; people: readonly ArchivedUser[]; of?: string };

/** For one person, whom a screen reader names, or for all who are shown. */
function Acts({ managed, people, of }: ActsProps) {
  const place = useRef<HTMLSpanElement>(null);
  // What was pressed goes with whoever comes back.
  useFocusAfter(place, focusHeading);
  return (
    <span ref={place} className="flex flex-wrap gap-2">
      <ActButton icon={<Undo2 className="size-4" />} of={of} onPress={() => bringBack(managed, people)}>
        {of === undefined ? `Bring back ${people.length.toLocaleString('en-US')}` : 'Bring back'}
      </ActButton>
      {people.some(({ role }) => role === 'student') && (
        <ActButton
          icon={<Download className="size-4" />}
          of={of}
          onPress={() => exportPapers(managed, people)}
        >
          Export
        </ActButton>
      )}
    </span>
  );
}

type ActButtonProps = {
  icon: ReactNode;
  of: string | undefined;
  onPress: () => Promise<void>;
  children: string;
};

function ActButton({ icon, of, onPress, children }: ActButtonProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="small"
      icon={icon}
      busy={busy}
      onClick={() => {
        setBusy(true);
        void onPress().finally(() => setBusy(false));
      }}
    >
      {children}
      {of !== undefined && <span className="sr-only"> {of}</span>}
    </Button>
  );
}

type ArchivedRowProps = RowPlace & { user: ArchivedUser; managed: Managed };

/** A row of the table; on narrow screens a card. */
function ArchivedRow({ user, managed, index, rowRef }: ArchivedRowProps) {
  return (
    <TableRow
      index={index}
      rowRef={rowRef}
      className={cx(GRID, 'px-4 wrap-anywhere sm:px-5 lg:hover:bg-hover')}
    >
      <span role="cell" className="min-w-0 font-medium">
        <OrNotSet>{user.username}</OrNotSet>
        {user.name !== null && (
          <span className="block text-small font-normal text-ink-soft">{user.name}</span>
        )}
      </span>
      <span role="cell" className="min-w-0 text-ink-soft max-lg:order-3 max-lg:col-span-2">
        <Address>{user.email}</Address>
      </span>
      <span role="cell" className="flex items-start max-lg:order-2">
        <Badge>{roleLabel(user.role)}</Badge>
      </span>
      <span role="cell" className="text-ink-soft max-lg:order-4 max-lg:col-span-2">
        Deleted on {dayWords(user.erase_on)}
      </span>
      <span role="cell" className="max-lg:order-5 max-lg:col-span-2 max-lg:mt-1 print:hidden!">
        <Acts managed={managed} people={[user]} of={nameOf(user)} />
      </span>
    </TableRow>
  );
}
