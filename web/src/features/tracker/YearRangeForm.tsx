import { useState } from 'react';
import { withEndYear, withStartYear, years } from '../../../../domain/years.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { setYearRange, useYearRange } from './state/preferences.ts';

/** Start and end of the years shown. Nothing changes until Apply, which calls `onApplied`. */
export function YearRangeForm({ subjectId, onApplied }: { subjectId: string; onApplied: () => void }) {
  const saved = useYearRange(subjectId);
  const [range, setRange] = useState(saved);
  const options = years().map((year) => <option key={year}>{year}</option>);
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Start Year"
          reserve={false}
          value={range.startYear}
          onChange={(event) => setRange(withStartYear(range, Number(event.currentTarget.value)))}
        >
          {options}
        </SelectField>
        <SelectField
          label="End Year"
          reserve={false}
          value={range.endYear}
          onChange={(event) => setRange(withEndYear(range, Number(event.currentTarget.value)))}
        >
          {options}
        </SelectField>
      </div>
      <Button
        variant="primary"
        block
        onClick={() => {
          setYearRange(subjectId, range);
          onApplied();
        }}
      >
        Apply
      </Button>
    </div>
  );
}
