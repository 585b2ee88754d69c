import { CalendarPlus, ClipboardList } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { findSubject, subjectName } from '../../../../../domain/subjects.ts';
import { counted } from '../../../format/counted.ts';
import { shownWeekday } from '../../../format/shown-date.ts';
import { pathTo } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded, LoadFailed } from '../../../ui/Loaded.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { SubjectDot } from '../../../ui/SubjectDot.tsx';
import { useDashboardPlace } from '../dashboard-place.ts';
import { useChosenGroup } from '../groups/useGroups.ts';
import { ROW } from '../StudentRow.tsx';
import { inSubjectOf } from '../subjects-taken.ts';
import { type SetWork, sorted, useSets } from './useSets.ts';
import './set-work.css';

const SetPapersDialog = lazy(() => import('./SetPapersDialog.tsx'));

/** What is set, open or past. */
export default function SetWorkView() {
  const [isSetting, setSetting] = useState(false);
  const { group, isOpen } = useChosenGroup();
  const query = useSets(group?.id);
  // Which group it is must be known first.
  if (isOpen) return <LoadingSets />;
  return (
    <>
      <Loaded
        query={query}
        loading={<LoadingSets />}
        renderFailed={(retry) => (
          <Card title="Set work">
            <LoadFailed onRetry={retry}>Failed to load the set work.</LoadFailed>
          </Card>
        )}
      >
        {({ sets }) => <Sets sets={sets} onSet={() => setSetting(true)} />}
      </Loaded>
      {isSetting && (
        <Suspense>
          <SetPapersDialog
            start={group ? { ...inSubjectOf(group.students), audience: { kind: 'group', id: group.id } } : {}}
            onClose={() => setSetting(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function LoadingSets() {
  return (
    <Card aria-busy="true">
      <span className="sr-only">Loading...</span>
      <div className="grid gap-2">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="min-h-12 w-full" />
        ))}
      </div>
    </Card>
  );
}

function Sets({ sets, onSet }: { sets: readonly SetWork[]; onSet: () => void }) {
  const { params, adjust } = useDashboardPlace();
  const { group } = useChosenGroup();
  const which = params.get('sets') === 'past' ? 'past' : 'open';
  const shown = sorted(sets);
  const setButton = (
    <Button
      size="small"
      variant="primary"
      icon={<CalendarPlus className="size-4" aria-hidden="true" />}
      onClick={onSet}
    >
      Set papers
    </Button>
  );
  if (sets.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<ClipboardList />}
          hint="Choose papers, students and a day. A tick marks them done."
          action={setButton}
        >
          {group ? (
            <>
              No papers set yet for <bdi>{group.name}</bdi>.
            </>
          ) : (
            'No papers set yet.'
          )}
        </EmptyState>
      </Card>
    );
  return (
    <Card flush>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 sm:px-5">
        <h2 className="sr-only">Set work</h2>
        <Segments
          label="Which"
          items={[
            { id: 'open', label: 'Open', count: shown.open.length },
            { id: 'past', label: 'Past', count: shown.past.length },
          ]}
          value={which}
          onChange={(id) => adjust({ sets: id === 'past' ? id : undefined })}
        />
        {setButton}
      </div>
      {shown[which].length === 0 ? (
        <p className="border-t border-line px-4 py-6 text-center text-ink-soft">
          {which === 'open' ? 'No open set work.' : 'No past set work.'}
        </p>
      ) : (
        <ul aria-label="Set work" className="divide-y divide-line border-t border-line">
          {shown[which].map((set) => (
            <SetRow key={set.id} set={set} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** 'Everyone', '12B Physics', or how many were chosen. */
const audienceOf = ({ audience, group, students }: SetWork): string => {
  if (group) return group.name;
  return audience === 'everyone' ? 'Everyone' : counted(students, 'student');
};

function SetRow({ set }: { set: SetWork }) {
  const { id, subject_id: subjectId, due_on: day, papers, total, done, late, overdue } = set;
  const group = findSubject(subjectId)?.group;
  return (
    <li className={cx(ROW, 'set-row hover:bg-hover')}>
      <p className="font-medium tabular-nums">
        <Link
          href={pathTo('teacherSet', { setId: id })}
          className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {shownWeekday(day)}
          <span className="sr-only">, {subjectName(subjectId)}</span>
        </Link>
      </p>
      <p className="flex min-w-0 items-baseline gap-2.5">
        {group && <SubjectDot group={group} className="-translate-y-0.5" />}
        <span className="min-w-0">{subjectName(subjectId)}</span>
      </p>
      <p className="text-ink-soft">
        <span>{counted(papers.length, 'paper')}</span>
        <bdi className="wrap-anywhere">{audienceOf(set)}</bdi>
      </p>
      <p className="tabular-nums">
        <span>
          {done + late} of {total} done
        </span>
        {overdue > 0 && <span className="font-medium text-part">{overdue} overdue</span>}
      </p>
    </li>
  );
}
