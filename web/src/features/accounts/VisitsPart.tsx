import { type ReactNode, useId, useState } from 'react';
import type { Visit } from '../../../../contract/accounts.ts';
import { useApiQuery } from '../../api/query.ts';
import type { AccountOwner } from '../../layout/HeaderDialog.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { hasChanges, mostTelling, whatOf, whenOf } from './visits.ts';

/** When the platform admin looked around as this user, and what came of it. */
export function VisitsPart({ owner }: { owner: AccountOwner }) {
  const visits = useApiQuery('GET /users/me/visits', { as: owner.as }, { staleTime: 0 });
  return (
    <AccountPart
      title="Visits to my account"
      text="The operator of Tickmark can view your account as you see it, for example to help you. The latest visits are listed here."
    >
      <div className="min-h-12 sm:min-h-11">
        <Loaded
          query={visits}
          loading={
            <div aria-busy="true" className="grid gap-1.5">
              <span className="sr-only">Loading...</span>
              <Skeleton className="h-4 w-56 max-w-full" />
              <Skeleton className="h-4 w-40" />
            </div>
          }
          renderFailed={(retry) => (
            <Alert
              tone="error"
              action={
                <Button size="small" onClick={retry}>
                  Try again
                </Button>
              }
            >
              The visits could not be loaded.
            </Alert>
          )}
        >
          {(answer) => <Visits visits={answer.visits} />}
        </Loaded>
      </div>
    </AccountPart>
  );
}

/** More are shown when they are asked for: below this part there is another. */
const FEW = 3;

function Visits({ visits }: { visits: readonly Visit[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const id = useId();
  if (visits.length === 0) return <p>Nobody from Tickmark has looked into your account.</p>;
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

type AccountPartProps = { title: string; text: string; children: ReactNode };

/** One of the things that a user can see or do about their account. */
export function AccountPart({ title, text, children }: AccountPartProps) {
  return (
    <section className="rounded-md border border-line p-4">
      <h3 className="font-medium">{title}</h3>
      <p className="mt-1 text-pretty text-ink-soft">{text}</p>
      <div className="mt-3">{children}</div>
    </section>
  );
}
