import { Link } from 'wouter';
import { IDLE_DAYS } from '../../../../domain/attention.ts';
import { useApiQuery } from '../../api/query.ts';
import { counted } from '../../format/counted.ts';
import { addressOfUsers } from './dashboard-view.ts';
import { LineFailed } from './ListFailed.tsx';
import type { UsersView } from './users-view.ts';

const useFactsQuery = () => useApiQuery('GET /schooladmin/dashboard/facts', { as: 'schoolAdmin' });
export const useFacts = () => useFactsQuery().data;

type Fact = { count: number; words: string; view: Partial<UsersView> };

function factsOf(facts: NonNullable<ReturnType<typeof useFacts>>): Fact[] {
  const { students, active_this_week: active, inactive, without_teacher: without, unconfirmed } = facts;
  const shown = (count: number) => count.toLocaleString('en-US');
  return [
    {
      count: active,
      words: `${shown(active)} of ${counted(students, 'student')} active this week`,
      view: { active: true },
    },
    {
      count: inactive,
      words: `${shown(inactive)} inactive for ${IDLE_DAYS} days`,
      view: { inactive: `${IDLE_DAYS}` },
    },
    { count: without, words: `${shown(without)} without a teacher`, view: { teacher: 'none' } },
    { count: unconfirmed, words: `${shown(unconfirmed)} unconfirmed`, view: { unconfirmed: true } },
  ];
}

/** What to look at first; each leads to those it counts. */
export function SchoolFacts() {
  const { data: facts, isError, isFetching, refetch } = useFactsQuery();
  if (isError && !facts)
    return (
      <LineFailed
        list={{ isLoading: isFetching, reload: () => void refetch() }}
        words="Failed to load the figures"
      />
    );
  return (
    <ul
      aria-label="At a glance"
      // As high before they have come.
      className="mb-3 min-h-8 flex-wrap gap-x-6 sm:flex print:hidden"
    >
      {facts &&
        factsOf(facts)
          .filter(({ count }) => count > 0)
          .map(({ words, view }) => (
            <li key={words}>
              <Link href={addressOfUsers(view)} className="link inline-block py-1">
                {words}
              </Link>
            </li>
          ))}
    </ul>
  );
}
