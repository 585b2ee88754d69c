import { withEndYear, withStartYear, type YearRange, years } from '../../../../domain/years.ts';
import { SelectField } from '../../ui/Field.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { choosePapers, useChosenPapers } from './papers-range.ts';

export default function PapersFields() {
  const { range, which } = useChosenPapers();
  return (
    <div className="grid grid-cols-2 gap-3">
      <YearSelect label="From" value={range.startYear} range={range} change={withStartYear} />
      <YearSelect label="To" value={range.endYear} range={range} change={withEndYear} />
      <Switch
        className="col-span-full"
        checked={which === 'set'}
        hint={<span className="block">Leaves out exam papers that never existed.</span>}
        onChange={(event) => choosePapers({ which: event.currentTarget.checked ? 'set' : 'all' })}
      >
        Only papers that were set
      </Switch>
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
      onChange={(event) => choosePapers({ range: change(range, Number(event.currentTarget.value)) })}
    >
      {years()
        .toReversed()
        .map((year) => (
          <option key={year}>{year}</option>
        ))}
    </SelectField>
  );
}
