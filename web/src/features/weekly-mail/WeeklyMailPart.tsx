import { SEND_HOUR, WEEKDAYS } from '../../../../domain/weekly-mail.ts';
import { LoadedPart } from '../../layout/SettingsSection.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Switch } from '../../ui/Switch.tsx';
import {
  nextWords,
  saveWeeklyMail,
  useWeeklyMail,
  type WeeklyMail,
  zoneOf,
  zonesWith,
} from './weekly-mail.ts';

type WeeklyMailPartProps = { role: 'student' | 'teacher'; isConfirmed: boolean };

const SAYS = {
  student: 'What is set for you, and your pace.',
  teacher: 'Who needs attention, and what is due.',
};

/** Off until somebody turns it on. Each choice is saved as it is made. */
export default function WeeklyMailPart({ role, isConfirmed }: WeeklyMailPartProps) {
  const query = useWeeklyMail();
  return (
    <LoadedPart query={query} failed="The weekly mail could not be loaded.">
      {(mail) => (
        <>
          <Switch
            checked={mail.is_on}
            disabled={!isConfirmed}
            onChange={({ target }) => void saveWeeklyMail(mail, { is_on: target.checked })}
          >
            <span className="sr-only">Weekly mail: </span>
            {SAYS[role]}
          </Switch>
          {!isConfirmed && <p className="text-small text-ink-soft">Confirm your address first.</p>}
          {mail.is_on && <Choices mail={mail} />}
          <p role="status" className="text-small text-ink-soft">
            {mail.next_on !== null && `Next on ${nextWords(mail.next_on, WEEKDAYS)}, from ${SEND_HOUR}:00`}
          </p>
        </>
      )}
    </LoadedPart>
  );
}

function Choices({ mail }: { mail: WeeklyMail }) {
  const zone = zoneOf(mail);
  return (
    <div className="mt-3 grid gap-x-3 sm:grid-cols-2">
      <SelectField
        label="Day"
        value={mail.weekday}
        onChange={({ target }) => void saveWeeklyMail(mail, { weekday: Number(target.value) })}
      >
        {WEEKDAYS.map((name, at) => (
          <option key={name} value={at + 1}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Time zone"
        value={zone}
        onChange={({ target }) => void saveWeeklyMail(mail, { time_zone: target.value })}
      >
        {zonesWith(zone).map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
