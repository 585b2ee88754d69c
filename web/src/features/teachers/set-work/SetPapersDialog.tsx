import { useEffect, useId, useRef, useState } from 'react';
import { isoDay } from '../../../../../domain/days.ts';
import { useApiQuery } from '../../../api/query.ts';
import { useSubmit } from '../../../api/useSubmit.ts';
import { Form } from '../../../layout/Form.tsx';
import { FormFailure } from '../../../layout/FormFailure.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loaded, LoadFailed } from '../../../ui/Loaded.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { GridStudent } from '../class-grid.ts';
import { useGroups } from '../groups/useGroups.ts';
import NoSubjectsYet from '../NoSubjectsYet.tsx';
import { useTeacherSubjects } from '../useTeacherSubjects.ts';
import { DayStep } from './DayStep.tsx';
import { dropDraft, keepDraft, openDraft } from './kept-drafts.ts';
import { PapersStep } from './PapersStep.tsx';
import { StudentsStep } from './StudentsStep.tsx';
import { send, sendingFailed } from './send-draft.ts';
import {
  type Draft,
  firstStep,
  type Group,
  goTo,
  MAX_SET_PAPERS,
  nextStep,
  type SetStart,
  type Step,
  setWords,
  stepBefore,
  studentsOf,
} from './set-draft.ts';
import './set-work.css';

type SetPapersDialogProps = {
  start: SetStart;
  onClose: () => void;
  /** Set, or changed; it closes as well. */
  onDone?: () => void;
};

/** Which papers, for whom, until when. What is known already is passed by. */
export default function SetPapersDialog(props: SetPapersDialogProps) {
  const { start, onClose } = props;
  const subjects = useTeacherSubjects();
  if (subjects.data && subjects.data.subjects.length > 0)
    return <Steps {...props} subjects={subjects.data.subjects} />;
  return (
    <Dialog open title={titleOf(start)} onClose={onClose}>
      <Loaded
        query={subjects}
        loading={<Skeleton className="h-64 w-full" />}
        renderFailed={(retry) => <LoadFailed onRetry={retry}>Failed to load your subjects</LoadFailed>}
      >
        {() => <NoSubjectsYet />}
      </Loaded>
    </Dialog>
  );
}

const titleOf = ({ changes }: SetStart) => (changes ? 'Change set work' : 'Set papers');

const NOBODY: readonly GridStudent[] = [];
const EVERYONE = { kind: 'everyone' } as const;

function Steps({ start, subjects, onClose, onDone }: SetPapersDialogProps & { subjects: readonly string[] }) {
  const formId = useId();
  const [today] = useState(() => isoDay(new Date()));
  const [kept, setKept] = useState(() => openDraft(start, subjects, today));
  const { draft: known, id, wasSent } = kept;
  /** The steps that led here, this one last. */
  const [trail, setTrail] = useState(() => [firstStep(start)]);
  const step = trail.at(-1) ?? 'papers';
  const setStep = (to: Step) => setTrail(goTo(trail, to));
  // The usual ones, from the step on that asks for them.
  const draft = step === 'papers' ? known : { ...known, audience: known.audience ?? EVERYONE };
  const grid = useApiQuery('GET /teachers/grid', { query: { subject_id: draft.subjectId } });
  const groupsQuery = useGroups();
  const takers = grid.data?.students ?? NOBODY;
  const groups = withRemoved(groupsQuery.data?.groups, start.changes?.group);
  const students = studentsOf(draft.audience, takers, groups);

  function keep(change: Partial<typeof kept>): void {
    setKept({ ...kept, ...change });
    keepDraft(start, { ...kept, ...change });
  }

  const form = useSubmit(
    async () => {
      if (step !== 'day') {
        setStep(nextStep(step, known));
        return;
      }
      keep({ wasSent: true });
      await send(draft, { id, isAgain: wasSent, today, start, takers });
      dropDraft(start);
      onClose();
      onDone?.();
    },
    (error) => sendingFailed(error, start),
    { stays: true },
  );

  const place = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // What was pressed has gone with its step.
    if (!isFirst.current) place.current?.focus();
    isFirst.current = false;
    // oxlint-disable-next-line react/exhaustive-deps -- a step that is drawn is what it waits for
  }, [step]);

  const before = stepBefore(step);
  const canGoOn = {
    papers: draft.papers.length > 0 && draft.papers.length <= MAX_SET_PAPERS,
    students: students.length > 0,
    day: draft.papers.length > 0 && students.length > 0,
  }[step];
  const shared = { draft, onChange: (change: Partial<Draft>) => keep({ draft: { ...known, ...change } }) };

  return (
    <Dialog
      open
      title={titleOf(start)}
      busy={form.busy}
      onClose={onClose}
      {...(trail.length > 1 && { onBack: () => setTrail(trail.slice(0, -1)) })}
      footer={
        <>
          {before ? (
            <Button disabled={form.busy} onClick={() => setStep(before)}>
              Back
            </Button>
          ) : (
            <Button
              onClick={() => {
                dropDraft(start);
                onClose();
              }}
            >
              Cancel
            </Button>
          )}
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!canGoOn}
            busy={form.busy}
            {...(step === 'day' && { busyLabel: start.changes ? 'Saving...' : 'Setting...' })}
          >
            {step !== 'day'
              ? 'Next'
              : start.changes
                ? 'Save changes'
                : setWords(draft.papers.length, students.length)}
          </Button>
        </>
      }
    >
      <Form id={formId} page={window.location.pathname} form={form}>
        <div ref={place} tabIndex={-1} role="group" aria-labelledby={`${formId}-step`} className="set-papers">
          <h3 id={`${formId}-step`} className="font-semibold">
            {STEP_NAMES[step]}
          </h3>
          {step === 'papers' && <PapersStep {...shared} subjects={subjects} students={takers} />}
          {step !== 'papers' && (
            <Loaded
              query={grid}
              loading={<Skeleton className="h-64 w-full" />}
              renderFailed={(retry) => <LoadFailed onRetry={retry}>Failed to load your students.</LoadFailed>}
            >
              {() =>
                step === 'students' ? (
                  <StudentsStep {...shared} takers={takers} groups={groups} />
                ) : (
                  <DayStep {...shared} students={students} groups={groups} today={today} onGo={setStep} />
                )
              }
            </Loaded>
          )}
          <FormFailure failure={form.failure} />
        </div>
      </Form>
    </Dialog>
  );
}

const STEP_NAMES = { papers: 'Papers', students: 'Students', day: 'Day' };

/** With the group of what is changed, should it have been removed since. */
function withRemoved(groups: readonly Group[] | undefined, own: Group | undefined): readonly Group[] {
  if (!own || groups?.some(({ id }) => id === own.id)) return groups ?? [];
  return groups ? [...groups, { ...own, name: `${own.name} (deleted)`, isRemoved: true }] : [own];
}
