import { ChartColumn, Check, Pencil, Plus } from 'lucide-react';
import { type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../../storage.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { lazyPreloadable } from '../../ui/lazy-preloadable.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubjectChip } from './SubjectChip.tsx';
import { useSubjects } from './state/subjects.ts';
import { usePreload } from './usePreload.ts';

const SubjectEditor = lazyPreloadable(() => import('./SubjectEditor.tsx'));
const Insights = lazyPreloadable(() => import('./insights/Insights.tsx'));

type SubjectPanelProps = {
  viewed: string | undefined;
  onView: (id: string) => void;
};

/** The subjects taken, as chips that also choose which one is shown; Edit opens the checklist below them. */
export function SubjectPanel({ viewed, onView }: SubjectPanelProps) {
  const { subjects, toggle } = useSubjects();
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const overview = useOverview();
  const place = useRef<HTMLDivElement>(null);
  function toggleOverview() {
    place.current?.focus({ preventScroll: true });
    overview.toggle();
  }
  usePreload(SubjectEditor);
  const isEmpty = subjects.length === 0;
  return (
    <Card flush aria-label="Your subjects">
      <div className="subjects">
        {isEmpty ? (
          <p className="flex-1 text-ink-soft">No subjects selected.</p>
        ) : (
          <ul className="chips">
            {subjects.map((id) => (
              <li key={id} className="contents">
                <SubjectChip id={id} isViewed={id === viewed} onView={onView} withFacts={overview.isShown} />
              </li>
            ))}
          </ul>
        )}
        {isEmpty && !isEditing ? (
          <Button
            ref={edit}
            variant="primary"
            icon={<Plus className="size-4 max-md:hidden" />}
            aria-expanded={false}
            onClick={() => setEditing(true)}
          >
            Add Subjects
          </Button>
        ) : (
          <Button
            ref={edit}
            icon={
              isEditing ? (
                <Check className="size-4 max-md:hidden" />
              ) : (
                <Pencil className="size-4 max-md:hidden" />
              )
            }
            // As wide with either word: the chips beside it do not wrap differently.
            className="md:min-w-24"
            aria-expanded={isEditing}
            onClick={() => setEditing(!isEditing)}
          >
            {isEditing ? 'Done' : 'Edit'}
          </Button>
        )}
      </div>
      {isEditing && (
        <Suspense fallback={<Skeleton className="mx-4 mb-4 h-96" />}>
          <SubjectEditor
            subjects={subjects}
            toggle={toggle}
            onDone={() => {
              setEditing(false);
              edit.current?.focus();
            }}
          />
        </Suspense>
      )}
      {viewed !== undefined && !isEditing && (
        <div ref={place} tabIndex={-1} className="insights">
          {overview.isShown ? (
            <Suspense>
              <Insights subjects={subjects} subjectId={viewed} onHide={toggleOverview} />
              <HandOn place={place} />
            </Suspense>
          ) : (
            <>
              <Button
                variant="ghost"
                size="small"
                icon={<ChartColumn className="size-4" aria-hidden="true" />}
                onClick={toggleOverview}
              >
                Show overview
              </Button>
              <HandOn place={place} />
            </>
          )}
        </div>
      )}
    </Card>
  );
}

/** Both buttons go when they are pressed. Their place holds the focus until the other one has come, and this with it. */
function HandOn({ place }: { place: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    if (place.current !== document.activeElement) return;
    place.current?.querySelector<HTMLElement>('summary, .insights-hide, :scope > button')?.focus();
  }, [place]);
  return null;
}

/** Whether the overview of all subjects is shown; kept on this device. */
function useOverview() {
  const [isShown, setShown] = useState(() => readStored('overviewHidden') === undefined);
  function toggle(): void {
    setShown(!isShown);
    writeStored('overviewHidden', isShown ? 'true' : undefined);
  }
  return { isShown, toggle };
}
