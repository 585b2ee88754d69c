import { CalendarRange, Clock, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { findSubject, subjectName } from '../../../../domain/subjects.ts';
import type { YearRange } from '../../../../domain/years.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { ProgressPill } from '../../ui/Progress.tsx';
import { SubjectDot } from '../../ui/SubjectDot.tsx';
import { SubjectName } from './SubjectChip.tsx';
import { useTimezoneOverrides, useYearRange } from './state/preferences.ts';
import { useTrackerProgress } from './state/progress.ts';
import { TimezoneToggles } from './TimezoneToggles.tsx';
import { YearRangeForm } from './YearRangeForm.tsx';

type ToolbarProps = {
  subjects: readonly string[];
  subjectId: string;
  onSelect: (id: string) => void;
  isWide: boolean;
};

/** Which subject, how far, and what is shown. */
export function TrackerToolbar({ subjects, subjectId, onSelect, isWide }: ToolbarProps) {
  return (
    <div className="toolbar">
      <SubjectSelect subjects={subjects} subjectId={subjectId} onSelect={onSelect} />
      <div className="toolbar-acts">
        <SubjectProgress subjectId={subjectId} />
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

function SubjectSelect({ subjects, subjectId, onSelect }: Omit<ToolbarProps, 'isWide'>) {
  const group = findSubject(subjectId)?.group;
  return (
    <div className="toolbar-subject">
      <SelectField
        label="Select Subject to View"
        reserve={false}
        value={subjectId}
        onChange={(event) => onSelect(event.currentTarget.value)}
      >
        {subjects.map((id) => (
          <option key={id} value={id}>
            {subjectName(id)}
          </option>
        ))}
      </SelectField>
      <span className="toolbar-shown" aria-hidden="true">
        {group && <SubjectDot group={group} />}
        <SubjectName id={subjectId} />
      </span>
    </div>
  );
}

function SubjectProgress({ subjectId }: { subjectId: string }) {
  const range = useYearRange(subjectId);
  const overrides = useTimezoneOverrides();
  const { completed, total, percentage } = useTrackerProgress({ subjectId, range, overrides });
  return (
    <ProgressPill
      done={completed}
      total={total}
      percentage={percentage}
      label={`Papers of ${subjectName(subjectId)} completed`}
      className="min-h-10 max-md:flex-1 max-md:justify-between pointer-coarse:min-h-11"
    />
  );
}

const yearsOf = ({ startYear, endYear }: YearRange) =>
  startYear === endYear ? `${startYear}` : `${startYear}–${endYear}`;

/** Counts the openings: with each, a form begins again from what is saved. */
function useOpenings() {
  const [openings, setOpenings] = useState(0);
  return { openings, onOpen: () => setOpenings((before) => before + 1) };
}

function YearRangePopover({ subjectId }: { subjectId: string }) {
  const range = useYearRange(subjectId);
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
      {(close) => <YearRangeForm key={`${subjectId} ${openings}`} subjectId={subjectId} onApplied={close} />}
    </Popover>
  );
}

function TimezonesPopover({ subjectId }: { subjectId: string }) {
  return (
    <Popover
      label="Timezones"
      align="end"
      className="w-80"
      renderTrigger={(props) => (
        <Button {...props} icon={<Clock className="size-4" />}>
          Timezones
        </Button>
      )}
    >
      <TimezoneToggles subjectId={subjectId} />
    </Popover>
  );
}

function FiltersPopover({ subjectId }: { subjectId: string }) {
  const { openings, onOpen } = useOpenings();
  const id = useId();
  return (
    <Popover
      label="Filters"
      align="end"
      className="filters w-80"
      onOpen={onOpen}
      renderTrigger={(props) => (
        <Button {...props} icon={<SlidersHorizontal className="size-4" />}>
          Filters
        </Button>
      )}
    >
      {(close) => (
        <div className="grid gap-4">
          <section aria-labelledby={`${id}-years`}>
            <h2 id={`${id}-years`} className="mb-2 text-body">
              Year Range
            </h2>
            <YearRangeForm key={`${subjectId} ${openings}`} subjectId={subjectId} onApplied={close} />
          </section>
          <section aria-labelledby={`${id}-zones`} className="border-t border-line pt-4">
            <h2 id={`${id}-zones`} className="mb-1 text-body">
              Timezones
            </h2>
            <TimezoneToggles subjectId={subjectId} />
          </section>
        </div>
      )}
    </Popover>
  );
}
