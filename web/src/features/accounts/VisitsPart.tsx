import { useId, useState } from 'react';
import type { Visit } from '../../../../contract/accounts.ts';
import { useApiQuery } from '../../api/query.ts';
import { shownDate } from '../../format/shown-date.ts';
import { LoadedPart } from '../../layout/SettingsSection.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { AccountPart } from './AccountPart.tsx';
import type { AccountOwner } from './owner.ts';
import { hasChanges, mostTelling, whatOf, whenOf } from './visits.ts';

const useVisits = (owner: AccountOwner) =>
  useApiQuery('GET /users/me/visits', { as: owner.as }, { staleTime: 0 });

/** When the platform admin looked around as this user, and what came of it. */
export function VisitsPart({ owner }: { owner: AccountOwner }) {
  const visits = useVisits(owner);
  return (
    <AccountPart
      title="Visits to my account"
      text="The operator of Tickmark can view your account as you see it, for example to help you. The latest visits are listed here."
    >
      <LoadedPart query={visits} failed="The visits could not be loaded.">
        {(answer) => <Visits visits={answer.visits} />}
      </LoadedPart>
    </AccountPart>
  );
}

/** When somebody else made this user a password; mostly nobody did. */
export function MadePasswordsPart({ owner }: { owner: AccountOwner }) {
  const made = useVisits(owner).data?.made_passwords ?? [];
  if (made.length === 0) return null;
  return (
    <AccountPart title="New passwords" text="If you did not ask for one, ask your school why it was made.">
      <ul className="grid gap-2.5">
        {made.map(({ made_at, by }) => (
          <li key={made_at}>
            A new password was made for you by {by === 'school' ? 'your school' : 'the operator of Tickmark'}{' '}
            on {shownDate(new Date(made_at))}.
          </li>
        ))}
      </ul>
    </AccountPart>
  );
}

/** More are shown when they are asked for: below this part there is another. */
const FEW = 3;

function Visits({ visits }: { visits: readonly Visit[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const id = useId();
  if (visits.length === 0) return <p>Nobody from Tickmark has viewed your account.</p>;
  return (
    <>
      <ul id={id} className="grid gap-2.5">
        {(showsAll ? visits : mostTelling(visits, FEW)).map((visit) => (
          <li key={visit.started_at}>
            <p className="tabular-nums">{whenOf(visit)}</p>
            <p className={cx('text-small text-pretty', hasChanges(visit) ? 'font-medium' : 'text-ink-soft')}>
              {whatOf(visit)}
            </p>
          </li>
        ))}
      </ul>
      {visits.length > FEW && (
        <Button
          size="small"
          className="mt-3"
          aria-expanded={showsAll}
          aria-controls={id}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : `Show all ${visits.length}`}
        </Button>
      )}
    </>
  );
}
