import { CalendarX2, CloudOff, Copy, Ellipsis, Pencil, Printer, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { subjectName } from '../../../../../domain/subjects.ts';
import { statusOf } from '../../../api/failure.ts';
import { useApiQuery } from '../../../api/query.ts';
import { counted } from '../../../format/counted.ts';
import { shownWeekday } from '../../../format/shown-date.ts';
import { BackLink } from '../../../layout/BackLink.tsx';
import { PageFrame, PageHeading } from '../../../layout/PageFrame.tsx';
import type { PageProps } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { PrintButton } from '../../../ui/PrintButton.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { setsPath } from '../dashboard-place.ts';
import { TeacherHeader } from '../TeacherHeader.tsx';
import { wayBack } from '../way-back.ts';
import { withdraw } from './set-acts.ts';
import { NO_SUCH_SET, type SetStart } from './set-draft.ts';
import './set-work.css';
import type { OneSet } from './useSets.ts';

const SetTable = lazy(() => import('./SetTable.tsx'));
const SetPapersDialog = lazy(() => import('./SetPapersDialog.tsx'));

/** One piece of set work: who has done what of it. */
export default function SetWorkPage({ params }: PageProps) {
  const id = params['setId'] ?? '';
  const query = useApiQuery('GET /teachers/sets/{id}', { params: { id } });
  const { data, error } = query;
  const hasFailed = error !== null && !query.isFetching;
  const set = hasFailed ? undefined : data;
  return (
    <PageFrame header={<TeacherHeader />} className="max-w-page pt-2 pb-6 md:pt-6">
      <BackLink href={wayBack() ?? setsPath()} />
      <div className="mt-1 mb-4 set-title">
        <PageHeading subtitle={set && <Subtitle set={set} />}>
          {set ? `${subjectName(set.subject_id)}, due ${shownWeekday(set.due_on, 'always')}` : 'Set work'}
        </PageHeading>
        {set && <Acts set={set} />}
      </div>
      {hasFailed ? (
        <Failed error={error} onRetry={() => void query.refetch()} />
      ) : set ? (
        <Suspense fallback={<Loading />}>
          <SetTable set={set} />
        </Suspense>
      ) : (
        <Loading />
      )}
    </PageFrame>
  );
}

function Loading() {
  return (
    <div aria-busy="true">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  );
}

function Subtitle({ set: { audience, group, students, total, done, late, line } }: { set: OneSet }) {
  const count = counted(students.length, 'student');
  const who = group ? group.name : audience === 'everyone' ? 'everyone' : undefined;
  return (
    <>
      {count}
      {who !== undefined && (
        <>
          : <bdi>{who}</bdi>
        </>
      )}
      , {done + late} of {total} done
      {line !== null && (
        <span className="block wrap-anywhere">
          “<bdi>{line}</bdi>”
        </span>
      )}
    </>
  );
}

/** What was withdrawn, or is another's, no other attempt brings. */
function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [, navigate] = useLocation();
  const isGone = statusOf(error) === 404 || statusOf(error) === 422;
  return (
    <Card role="alert">
      <EmptyState
        icon={isGone ? <CalendarX2 /> : <CloudOff />}
        action={
          isGone ? (
            <Button onClick={() => navigate(setsPath())}>Go Back</Button>
          ) : (
            <Button onClick={onRetry}>Try again</Button>
          )
        }
      >
        {isGone ? NO_SUCH_SET : 'Failed to load the set work. Please try again later.'}
      </EmptyState>
    </Card>
  );
}

/** On a phone they fold into a menu. */
function Acts({ set }: { set: OneSet }) {
  const [, navigate] = useLocation();
  const [start, setStart] = useState<SetStart>();
  const [busy, setBusy] = useState(false);
  async function takeAway(): Promise<void> {
    if (busy) return;
    setBusy(true);
    await withdraw(set.id, () => navigate(wayBack() ?? setsPath()));
    setBusy(false);
  }
  const acts = [
    { words: 'Change', Icon: Pencil, run: () => setStart(changing(set)) },
    { words: 'Set again', Icon: Copy, run: () => setStart(again(set)) },
    { words: 'Print', Icon: Printer, run: () => window.print() },
    { words: 'Withdraw', Icon: Trash2, run: () => void takeAway() },
  ];
  return (
    <>
      <div className="flex flex-wrap gap-2 max-sm:hidden">
        {acts.map(({ words, Icon, run }) =>
          words === 'Print' ? (
            <PrintButton key={words} />
          ) : (
            <Button
              key={words}
              size="small"
              icon={<Icon className="size-4" aria-hidden="true" />}
              onClick={run}
            >
              {words}
            </Button>
          ),
        )}
      </div>
      <div className="sm:hidden">
        <Menu
          label="More"
          renderTrigger={(props) => <IconButton title="More" icon={<Ellipsis />} size="small" {...props} />}
        >
          {acts.map(({ words, Icon, run }) => (
            <MenuItem key={words} icon={<Icon aria-hidden="true" />} onClick={run}>
              {words}
            </MenuItem>
          ))}
        </Menu>
      </div>
      {start && (
        <Suspense>
          <SetPapersDialog start={start} onClose={() => setStart(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** The same papers for others. */
const again = ({ subject_id, papers, line }: OneSet): SetStart => ({
  subjectId: subject_id,
  papers,
  line: line ?? '',
});

function changing(set: OneSet): SetStart {
  const { id, audience, group, students, student_ids, due_on } = set;
  const members = group && { ...group, students: students.map((student) => student.id) };
  return {
    ...again(set),
    audience: group
      ? { kind: 'group', id: group.id }
      : audience === 'chosen'
        ? { kind: 'chosen', ids: new Set(student_ids) }
        : { kind: 'everyone' },
    changes: { id, dueOn: due_on, group: members ?? undefined },
  };
}
