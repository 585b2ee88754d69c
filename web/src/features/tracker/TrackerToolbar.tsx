import { CalendarRange, Clock, Eye, ListChecks, Printer, SlidersHorizontal, X } from 'lucide-react';
import { useId, useState } from 'react';
import {
  hasVariants,
  hasVariantsByDefault,
  papersOfSubject,
  type TimezoneOverrides,
} from '../../../../domain/papers.ts';
import { findSubject, subjectName } from '../../../../domain/subjects.ts';
import { defaultYearRange, type YearRange } from '../../../../domain/years.ts';
import { useSession } from '../../session/session.ts';
import { SubjectField } from '../../subjects/SubjectField.tsx';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { ProgressPill } from '../../ui/Progress.tsx';
import { SubjectDot } from '../../ui/SubjectDot.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { viewEvidence } from './dialogs.ts';
import { SitsChoice } from './SitsChoice.tsx';
import { startSelecting } from './several.ts';
import { setPapers, useCountedQuestion, usePapers } from './state/preferences.ts';
import { useTrackerProgress } from './state/progress.ts';
import { TimezoneToggles } from './TimezoneToggles.tsx';
import { useOnlyLeft } from './view.ts';
import { YearRangeForm } from './YearRangeForm.tsx';

type ToolbarProps = {
  subjects: readonly string[];
  subjectId: string;
  onSelect: (id: string) => void;
  isWide: boolean;
};

/** Which subject, how far, and what is shown. */
export function TrackerToolbar({ subjects, subjectId, onSelect, isWide }: ToolbarProps) {
  const group = findSubject(subjectId)?.group;
  return (
    <div className="toolbar">
      <SubjectField
        label="Select Subject to View"
        subjects={subjects}
        subjectId={subjectId}
        onSelect={onSelect}
        className="toolbar-subject"
        mark={group && <SubjectDot group={group} />}
      />
      <div className="toolbar-acts">
        <SubjectProgress subjectId={subjectId} />
        <OnlyLeftTag />
        {isWide ? (
          <>
            <YearRangePopover subjectId={subjectId} />
            <TimezonesPopover subjectId={subjectId} />
          </>
        ) : (
          <FiltersPopover subjectId={subjectId} />
        )}
      </div>
    </div>
  );
}

function SubjectProgress({ subjectId }: { subjectId: string }) {
  const { completed, total, percentage } = useTrackerProgress(subjectId);
  return (
    <ProgressPill
      done={completed}
      total={total}
      percentage={percentage}
      label={`Papers of ${subjectName(subjectId)} completed`}
      className="min-h-10 max-md:min-w-0 max-md:flex-1 max-md:justify-between pointer-coarse:min-h-11"
    />
  );
}

/** Says that something is hidden, and shows it again. */
function OnlyLeftTag() {
  const { isOn, set } = useOnlyLeft();
  if (!isOn) return null;
  return (
    <Button className="tag" size="small" aria-label="Only what is left: show all" onClick={() => set(false)}>
      <span className="max-lg:sr-only">Only what is left</span>
      <span aria-hidden="true" className="lg:hidden">
        Left
      </span>
      <X className="size-4" aria-hidden="true" />
    </Button>
  );
}

const yearsOf = ({ startYear, endYear }: YearRange) =>
  startYear === endYear ? `${startYear}` : `${startYear}–${endYear}`;

/** Counts the openings: with each, a form begins again from what is saved. */
function useOpenings() {
  const [openings, setOpenings] = useState(0);
  return { openings, onOpen: () => setOpenings((before) => before + 1) };
}

function OnlyLeftSwitch() {
  const { isOn, set } = useOnlyLeft();
  return (
    <Switch checked={isOn} onChange={(event) => set(event.currentTarget.checked)}>
      Only what is left
    </Switch>
  );
}

function YearRangePopover({ subjectId }: { subjectId: string }) {
  const { range } = useCountedQuestion(subjectId);
  const { openings, onOpen } = useOpenings();
  return (
    <Popover
      label="Year Range"
      align="end"
      className="w-72"
      onOpen={onOpen}
      renderTrigger={(props) => (
        <Button {...props} icon={<CalendarRange className="size-4" />}>
          Year Range
          <span className="font-normal text-ink-soft tabular-nums max-lg:hidden">{yearsOf(range)}</span>
        </Button>
      )}
    >
      {(close) => (
        <>
          <YearRangeForm key={`${subjectId} ${openings}`} subjectId={subjectId} onApplied={close} />
          <div className="mt-3 border-t border-line pt-1">
            <OnlyLeftSwitch />
          </div>
        </>
      )}
    </Popover>
  );
}

function TimezonesPopover({ subjectId }: { subjectId: string }) {
  const { sits, which } = useCountedQuestion(subjectId);
  const differing = [sits !== 'both' && sits, which === 'set' && 'set only'].filter(Boolean);
  return (
    <Popover
      label="Timezones"
      align="end"
      className="w-80"
      renderTrigger={(props) => (
        <Button {...props} icon={<Clock className="size-4" />}>
          <span>
            Timezones
            {differing.length > 0 && (
              <>
                <span className="max-lg:sr-only">{` · ${differing.join(', ')}`}</span>
                <span aria-hidden="true" className="lg:hidden">{` · ${differing.length}`}</span>
              </>
            )}
          </span>
        </Button>
      )}
    >
      <Timezones subjectId={subjectId} />
    </Popover>
  );
}

/** What holds for all subjects, then what holds for this one. */
function Timezones({ subjectId }: { subjectId: string }) {
  return (
    <>
      <div className="mb-3 border-b border-line pb-2">
        <p className="mb-2 text-small text-ink-soft">For all subjects</p>
        <SitsChoice />
        <OnlySetSwitch />
      </div>
      <TimezoneToggles subjectId={subjectId} />
    </>
  );
}

function OnlySetSwitch() {
  const isOn = usePapers() === 'set';
  return (
    <Switch checked={isOn} onChange={(event) => setPapers(event.currentTarget.checked ? 'set' : 'all')}>
      Only papers that were set
    </Switch>
  );
}

function FiltersPopover({ subjectId }: { subjectId: string }) {
  const { openings, onOpen } = useOpenings();
  const id = useId();
  const differing = useDifferingCount(subjectId);
  const isUser = useSession().status === 'user';
  return (
    <Popover
      label="Filters"
      align="end"
      className="filters"
      onOpen={onOpen}
      renderTrigger={(props) => (
        <Button {...props} icon={<SlidersHorizontal className="size-4" />}>
          Filters{differing > 0 && ` · ${differing}`}
        </Button>
      )}
    >
      {(close) => (
        <div className="grid gap-4">
          <OnlyLeftSwitch />
          <section aria-labelledby={`${id}-years`} className="border-t border-line pt-4">
            <h2 id={`${id}-years`} className="mb-2 text-body">
              Year Range
            </h2>
            <YearRangeForm key={`${subjectId} ${openings}`} subjectId={subjectId} onApplied={close} />
          </section>
          <section aria-labelledby={`${id}-zones`} className="border-t border-line pt-4">
            <h2 id={`${id}-zones`} className="mb-2 text-body">
              Timezones
            </h2>
            <Timezones subjectId={subjectId} />
          </section>
          <div className="grid grid-cols-2 gap-2 border-t border-line pt-4">
            <Button
              icon={<ListChecks className="size-4" />}
              onClick={() => {
                close();
                startSelecting();
              }}
            >
              Tick several
            </Button>
            {isUser && (
              <Button
                icon={<Eye className="size-4" />}
                onClick={() => {
                  close();
                  viewEvidence(subjectId);
                }}
              >
                All evidence
              </Button>
            )}
            <Button
              icon={<Printer className="size-4" />}
              onClick={() => {
                close();
                window.print();
              }}
            >
              Print
            </Button>
          </div>
        </div>
      )}
    </Popover>
  );
}

/** How many of the filters are not as they are by default. */
function useDifferingCount(subjectId: string): number {
  const { range, overrides, sits, which } = useCountedQuestion(subjectId);
  const onlyLeft = useOnlyLeft();
  return [
    onlyLeft.isOn,
    yearsOf(range) !== yearsOf(defaultYearRange()),
    sits !== 'both',
    which === 'set',
    differsFromDefault(subjectId, overrides),
  ].filter(Boolean).length;
}

function differsFromDefault(subjectId: string, overrides: TimezoneOverrides): boolean {
  return papersOfSubject(subjectId).some(
    (paper) => hasVariants(subjectId, paper, overrides) !== hasVariantsByDefault(subjectId, paper),
  );
}
