import { GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Output } from '../../../../contract/index.ts';
import { percentageOf } from '../../../../domain/percentage.ts';
import { useApiQuery } from '../../api/query.ts';
import { counted } from '../../format/counted.ts';
import { Address, OrNotSet } from '../../lists/Address.tsx';
import { ListBar } from '../../lists/ListBar.tsx';
import { PagedTable } from '../../lists/PagedTable.tsx';
import { type RowPlace, TableRow } from '../../lists/RowsHolder.tsx';
import { RowsSkeleton } from '../../lists/RowsSkeleton.tsx';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { dateWords } from './user-words.ts';
import './teachers.css';

type Teacher = Output<'GET /schooladmin/dashboard/teachers'>[number];

/** A list that fits on a screen needs no search. */
const LONG = 12;

export default function TeachersTab() {
  const { data, isError, refetch } = useApiQuery('GET /schooladmin/dashboard/teachers', {
    as: 'schoolAdmin',
  });
  const [search, setSearch] = useState('');
  const found = data?.filter((teacher) => matches(teacher, search)) ?? [];
  // A list that did not come is an empty one, with a way to ask again.
  const isLoading = data === undefined && !isError;
  const counts = data ? counted(found.length, 'teacher') + (search && ' found') : '';
  const statusText = isLoading ? 'Loading...' : counts;
  const isLong = data !== undefined && data.length > LONG;
  return (
    <>
      <ListBar
        search={isLong ? { label: 'Search teachers', value: search, onSearch: setSearch } : undefined}
        status={statusText}
        action={found.length > 0 && <PrintButton />}
      />
      <Card flush aria-label="Teachers" className="mt-3">
        {isLoading && <RowsSkeleton rows={3} />}
        {!isLoading && !data?.length && (
          <EmptyState
            icon={<GraduationCap />}
            {...(isError
              ? {
                  hint: 'Failed to load teachers.',
                  action: <Button onClick={() => void refetch()}>Try again</Button>,
                }
              : { hint: 'They appear here as soon as they are created or imported.' })}
          >
            {isError ? 'No teachers to show.' : 'No teachers yet.'}
          </EmptyState>
        )}
        {data && data.length > 0 && found.length === 0 && (
          <EmptyState action={<Button onClick={() => setSearch('')}>Show all</Button>}>
            No teacher matches “{search}”.
          </EmptyState>
        )}
        {found.length > 0 && (
          <PagedTable
            label="Teachers"
            columns={['Username', 'Email', 'Students', 'Set work', 'Last login']}
            headClassName="teacher-line max-md:sr-only"
            heights={[97, 49]}
            cardsBelow="48rem"
            list={{ rows: found }}
            renderRow={(teacher, index, ref) => (
              <TeacherRow key={teacher.id} teacher={teacher} index={index} rowRef={ref} />
            )}
          />
        )}
      </Card>
    </>
  );
}

function matches({ username, email, name }: Teacher, search: string): boolean {
  const wanted = search.toLowerCase();
  return [username, email, name].some((text) => text?.toLowerCase().includes(wanted));
}

/** Pressed anywhere on its line, or on its card. */
function TeacherRow({ teacher, index, rowRef }: RowPlace & { teacher: Teacher }) {
  const { id, username, name, email, last_login: last } = teacher;
  return (
    <TableRow
      index={index}
      rowRef={rowRef}
      className="teacher-line relative px-4 py-3 wrap-anywhere hover:bg-hover sm:px-5 md:min-h-12 md:py-2"
    >
      <span role="cell" className="block min-w-0">
        <Link
          href={pathTo('schoolAdminTeacher', { id })}
          className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <OrNotSet>{username}</OrNotSet>
        </Link>
        {name !== null && <span className="block text-small text-ink-soft">{name}</span>}
      </span>
      <span role="cell" className="block min-w-0 text-ink-soft">
        <Address>{email}</Address>
      </span>
      <Figure label="Students">{studentsWords(teacher)}</Figure>
      <Figure label="Set work">{setWorkWords(teacher)}</Figure>
      <Figure label="Last login">{last === null ? 'Never' : dateWords(last)}</Figure>
    </TableRow>
  );
}

/** In a card with its name, since no head stands above it. */
function Figure({ label, children }: { label: string; children: string }) {
  return (
    <span role="cell" className="block tabular-nums max-md:text-small">
      <span className="text-ink-soft md:hidden print:hidden" aria-hidden="true">
        {label}:{' '}
      </span>
      {children}
    </span>
  );
}

/** '23, 2 pending'. */
const studentsWords = ({ students, pending }: Teacher): string =>
  students.toLocaleString('en-US') + (pending > 0 ? `, ${pending.toLocaleString('en-US')} pending` : '');

/** '3 open, 61% done'; '-' where nothing is set. */
function setWorkWords({ set_open: open, set_done: done, set_total: total }: Teacher): string {
  const words = [
    open > 0 && `${open.toLocaleString('en-US')} open`,
    total > 0 && `${percentageOf(done, total)}% done`,
  ];
  return words.filter(Boolean).join(', ') || '-';
}
