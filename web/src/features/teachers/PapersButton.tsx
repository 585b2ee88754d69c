import { ChevronDown } from 'lucide-react';
import { withEndYear, withStartYear, YEARS, type YearRange } from '../../../../domain/years.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { chooseRange, shownRange, usePapersRange } from './papers-range.ts';

/** Says which papers are counted, and lets others be chosen. */
export function PapersButton() {
  const range = usePapersRange();
  return (
    <Popover
      label="Papers"
      className="w-64"
      renderTrigger={(props) => (
        <Button size="small" {...props}>
          Papers {shownRange(range)}
          <ChevronDown className="size-4" aria-hidden="true" />
        </Button>
      )}
    >
      <PapersFields />
    </Popover>
  );
}

export function PapersFields() {
  const range = usePapersRange();
  return (
    <div className="grid grid-cols-2 gap-3">
      <YearSelect label="From" value={range.startYear} range={range} change={withStartYear} />
      <YearSelect label="To" value={range.endYear} range={range} change={withEndYear} />
    </div>
  );
}

type YearSelectProps = {
  label: string;
  value: number;
  range: Readonly<YearRange>;
  change: (range: Readonly<YearRange>, year: number) => YearRange;
};

function YearSelect({ label, value, range, change }: YearSelectProps) {
  return (
    <SelectField
      label={label}
      reserve={false}
      value={value}
      onChange={(event) => chooseRange(change(range, Number(event.currentTarget.value)))}
    >
      {YEARS.toReversed().map((year) => (
        <option key={year}>{year}</option>
      ))}
    </SelectField>
  );
}
