import { type ReactNode, useState } from 'react';
import { counted } from '../../format/counted.ts';
import { ListBar } from '../../lists/ListBar.tsx';
import { LongList } from '../../lists/LongList.tsx';
import { RowsSkeleton } from '../../lists/RowsSkeleton.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { type Person, PersonLink } from './PersonLink.tsx';

/** A list that fits on a screen needs no search. */
const LONG = 12;

type PeopleListProps<P extends Person> = {
  /** 'teacher' and 'teachers'. */
  words: readonly [one: string, many: string];
  /** Not yet there while it is loading. */
  people: readonly P[] | undefined;
  hrefOf: (id: number) => string;
  /** A few words about each, at the end of the line. */
  noteOf?: (person: P) => string;
  /** What stands there when there is nobody. */
  empty: ReactNode;
};

/** People by username and e-mail address, each a link to their page. */
export function PeopleList<P extends Person>(props: PeopleListProps<P>) {
  const {
    words: [one, many],
    people,
    hrefOf,
    noteOf,
    empty,
  } = props;
  const [search, setSearch] = useState('');
  const found = people?.filter((person) => matches(person, search)) ?? [];
  const count = counted(found.length, one, many);
  const status = people === undefined ? 'Loading...' : `${count}${search ? ' found' : ''}`;
  const isLong = people !== undefined && people.length > LONG;
  return (
    <>
      <ListBar
        search={isLong ? { label: `Search ${many}`, value: search, onSearch: setSearch } : undefined}
        status={status}
        action={found.length > 0 && <PrintButton />}
      />
      <Card flush aria-label={many} className="mt-3">
        {people === undefined && <RowsSkeleton rows={3} />}
        {people?.length === 0 && empty}
        {people !== undefined && people.length > 0 && found.length === 0 && (
          <EmptyState>No {many} found.</EmptyState>
        )}
        {found.length > 0 && <Rows people={found} hrefOf={hrefOf} noteOf={noteOf} />}
      </Card>
    </>
  );
}

function matches({ username, email }: Person, search: string): boolean {
  const wanted = search.toLowerCase();
  return [username, email].some((text) => text?.toLowerCase().includes(wanted));
}

type RowsProps<P extends Person> = {
  people: readonly P[];
  hrefOf: (id: number) => string;
  noteOf: ((person: P) => string) | undefined;
};

function Rows<P extends Person>({ people, hrefOf, noteOf }: RowsProps<P>) {
  return (
    <LongList
      as="list"
      count={people.length}
      heights={[69, 49]}
      keyOf={(index) => people[index]?.id ?? index}
      renderRow={(index, ref) => {
        const person = people[index];
        return (
          person && (
            <li
              key={person.id}
              ref={ref}
              data-index={index}
              aria-setsize={people.length}
              aria-posinset={index + 1}
            >
              <PersonLink person={person} href={hrefOf(person.id)} note={noteOf?.(person)} />
            </li>
          )
        );
      }}
    />
  );
}
