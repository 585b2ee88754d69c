import { withEndYear, withStartYear, type YearRange, years } from '../../../../domain/years.ts';
import { SelectField } from '../../ui/Field.tsx';
import { chooseRange, usePapersRange } from './papers-range.ts';

export default function PapersFields() {
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
      {years()
        .toReversed()
        .map((year) => (
          <option key={year}>{year}</option>
        ))}
    </SelectField>
  );
}
