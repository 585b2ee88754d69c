import { counted } from '../../../format/counted.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { SelectField } from '../../../ui/Field.tsx';
import type { RosterFault, RosterSchool } from './roster.ts';

/** More faults than these are corrected in the school's own system, not one by one. */
const SHOWN = 20;

type RosterSourceProps = {
  schools: readonly RosterSchool[];
  school: string | undefined;
  faults: readonly RosterFault[];
  /** Why nothing was read. */
  problem: string | undefined;
  onSchool: (school: string | undefined) => void;
};

/** What is asked and said of a roster's files before its people. */
export function RosterSource({ schools, school, faults, problem, onSchool }: RosterSourceProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {schools.length > 1 && (
        <SelectField
          label="The files are of several schools. Which is this one?"
          className="max-w-md"
          reserve={false}
          value={school ?? ''}
          onChange={({ currentTarget }) => onSchool(currentTarget.value || undefined)}
        >
          <option value="">Choose a school</option>
          {schools.map(({ sourcedId, name }) => (
            <option key={sourcedId} value={sourcedId}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {faults.length === 0 && <Alert tone="error">{problem}</Alert>}
      {faults.length > 0 && (
        <Alert tone="error" title={`${counted(faults.length, 'fault')} in the files. Nothing is imported.`}>
          <ul className="grid gap-1">
            {faults.slice(0, SHOWN).map(({ file, row, text }) => (
              <li key={`${file} ${row} ${text}`} className="wrap-anywhere">
                {file}, row {row}: {text}
              </li>
            ))}
            {faults.length > SHOWN && <li>And {counted(faults.length - SHOWN, 'more', 'more')}.</li>}
          </ul>
        </Alert>
      )}
    </div>
  );
}
