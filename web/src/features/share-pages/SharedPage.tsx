import { Check } from 'lucide-react';
import { useEffect } from 'react';
import type { SharedProgress } from '../../../../contract/share-pages.ts';
import { NOT_SHARED } from '../../../../domain/share-pages.ts';
import { shownDate } from '../../format/shown-date.ts';
import { Bar } from '../../layout/Bar.tsx';
import { PageFrame, PageHeading } from '../../layout/PageFrame.tsx';
import { titleOf } from '../../navigation/arrival.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubjectTable } from './SubjectTable.tsx';
import { type Shared, useShared } from './shared.ts';
import './shared.css';

/** What a student shows to somebody without an account: the progress, and nothing that leads further. */
export default function SharedPage() {
  const { shared, retry } = useShared();
  return (
    // The school of whoever happens to be logged in here has nothing to do with it.
    <PageFrame header={<Bar />} school="Tickmark" className="max-w-wide pt-2 pb-6 md:pt-6">
      <Content shared={shared} retry={retry} />
    </PageFrame>
  );
}

function Content({ shared, retry }: { shared: Shared; retry: () => void }) {
  switch (shared.status) {
    case 'shown':
      return <Progress progress={shared.progress} today={shared.today} />;
    case 'dead':
      return <PageHeading subtitle={<span role="status">{NOT_SHARED}</span>}>Past papers</PageHeading>;
    case 'failed':
      return (
        <>
          <h1 className="sr-only">Past papers</h1>
          <Alert
            tone="error"
            action={
              <Button size="small" onClick={retry}>
                Try again
              </Button>
            }
          >
            <p>{shared.failure.sentence}</p>
            {shared.failure.hint && <p className="text-ink-soft">{shared.failure.hint}</p>}
          </Alert>
        </>
      );
    default:
      return (
        <div aria-busy="true">
          <h1 className="sr-only">Loading...</h1>
          <Skeleton className="h-8 w-56" />
          <Skeleton className="mt-6 h-64 w-full" />
        </div>
      );
  }
}

const dayOf = (day: string) => shownDate(new Date(`${day}T00:00`));

function Progress({ progress, today }: { progress: SharedProgress; today: string }) {
  const { name, ends_on: endsOn, completed, total, average, subjects } = progress;
  const title = `${name}’s past papers`;

  useEffect(() => {
    const before = document.title;
    document.title = titleOf(title);
    return () => {
      document.title = before;
    };
  }, [title]);

  // What was done outside of what counts is no paper of these, but is shown all the same.
  const isEmpty = subjects.every(({ sittings }) =>
    sittings.every(({ papers }) => papers.every(({ versions }) => !versions.some(({ done }) => done))),
  );
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0 wrap-anywhere">
          <PageHeading subtitle={`${today}, link ends ${dayOf(endsOn)}`}>{title}</PageHeading>
        </div>
        <PrintButton />
      </div>
      {isEmpty ? (
        <p className="mt-4">No papers yet.</p>
      ) : (
        <>
          <p className="mt-3 mb-4 text-lead tabular-nums">
            {completed} of {total} papers{average !== null && `, average ${average}%`}
          </p>
          <div className="shared-subjects">
            {subjects.map((subject) => (
              <SubjectTable key={subject.subject_id} subject={subject} />
            ))}
          </div>
          <Legend progress={progress} />
        </>
      )}
    </>
  );
}

/** For a reader who has never seen a tracker. */
function Legend({ progress: { subjects, only_set: isOnlySet } }: { progress: SharedProgress }) {
  const hasVariants = subjects.some(({ sittings }) =>
    sittings.some(({ papers }) =>
      papers.some(({ versions }) => versions.some(({ timezone }) => timezone !== null)),
    ),
  );
  return (
    <div className="mt-4 grid gap-1 text-small text-pretty text-ink-soft">
      <p>
        A number is a score in per cent; <Check className="shared-check" aria-label="a tick" /> means done
        without a score; – means not done yet.
        {hasVariants && ' TZ1 and TZ2 are two variants of a paper.'}
      </p>
      {isOnlySet && <p>Counts only papers that were set.</p>}
    </div>
  );
}
