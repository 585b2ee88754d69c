import { withEndYear, withStartYear, type YearRange, years } from '../../../domain/years.ts';
import { SelectField } from '../ui/Field.tsx';
import { Switch } from '../ui/Switch.tsx';
import { choosePapers, type PapersOf, useChosenPapers } from './papers-range.ts';

export default function PapersFields({ of }: { of: PapersOf }) {
  const { range, which } = useChosenPapers(of);
  return (
    <div className="grid grid-cols-2 gap-3">
      <YearSelect of={of} label="From" value={range.startYear} range={range} change={withStartYear} />
      <YearSelect of={of} label="To" value={range.endYear} range={range} change={withEndYear} />
      <Switch
        className="col-span-full"
        checked={which === 'set'}
        hint={<span className="block">Leaves out exam papers that never existed.</span>}
        onChange={(event) => choosePapers(of, { which: event.currentTarget.checked ? 'set' : 'all' })}
      >
        Only papers that were set
      </Switch>
    </div>
  );
}

type YearSelectProps = {
  of: PapersOf;
  label: string;
  value: number;
  range: Readonly<YearRange>;
  change: (range: Readonly<YearRange>, year: number) => YearRange;
};

function YearSelect({ of, label, value, range, change }: YearSelectProps) {
  return (
    <SelectField
      label={label}
      reserve={false}
      value={value}
      onChange={(event) => choosePapers(of, { range: change(range, Number(event.currentTarget.value)) })}
    >
      {years()
        .toReversed()
        .map((year) => (
          <option key={year}>{year}</option>
        ))}
    </SelectField>
  );
}
