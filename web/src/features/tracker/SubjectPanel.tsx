import { Check, Pencil, Plus } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { lazyPreloadable } from '../../ui/lazy-preloadable.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Panel } from './Panel.tsx';
import { SubjectChip } from './SubjectChip.tsx';
import { useSubjects } from './state/subjects.ts';
import { usePreload } from './usePreload.ts';

const SubjectEditor = lazyPreloadable(() => import('./SubjectEditor.tsx'));

type SubjectPanelProps = {
  viewed: string | undefined;
  onView: (id: string) => void;
  /** Below the chips. */
  children?: ReactNode;
};

/** The subjects taken, as chips that also choose which one is shown; Edit opens their list and the checklist. */
export function SubjectPanel({ viewed, onView, children }: SubjectPanelProps) {
  const { subjects } = useSubjects();
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  usePreload(SubjectEditor);
  const isEmpty = subjects.length === 0;
  return (
    <Panel aria-label="Your subjects">
      <div className="subjects">
        {isEmpty ? (
          <p className="flex-1 text-ink-soft">No subjects selected.</p>
        ) : (
          // One line that scrolls on a phone.
          <ul className="chips">
            {subjects.map((id) => (
              <li key={id} className="contents">
                <SubjectChip id={id} isViewed={id === viewed} onView={onView} />
              </li>
            ))}
          </ul>
        )}
        {isEmpty && !isEditing ? (
          <Button
            ref={edit}
            variant="primary"
            // Ends where the papers do.
            className="max-md:mr-3"
            icon={<Plus className="size-4 max-md:hidden" />}
            aria-expanded={false}
            onClick={() => setEditing(true)}
          >
            Add Subjects
          </Button>
        ) : (
          <Button
            ref={edit}
            variant="ghost"
            icon={
              isEditing ? (
                <Check className="size-4 max-md:hidden" />
              ) : (
                <Pencil className="size-4 max-md:hidden" />
              )
            }
            // As wide with either word: the chips beside it do not wrap differently.
            className="max-md:px-3 md:min-w-24"
            aria-expanded={isEditing}
            onClick={() => setEditing(!isEditing)}
          >
            {isEditing ? 'Done' : 'Edit'}
          </Button>
        )}
      </div>
      {isEditing ? (
        <Suspense fallback={<Skeleton className="mx-4 mb-4 h-96" />}>
          <SubjectEditor
            subjects={subjects}
            onDone={() => {
              setEditing(false);
              edit.current?.focus();
            }}
          />
        </Suspense>
      ) : (
        children
      )}
    </Panel>
  );
}
