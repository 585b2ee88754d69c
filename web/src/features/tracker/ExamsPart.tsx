import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { MAX_GOAL } from '../../../../domain/pace.ts';
import { queryClient, queryKey } from '../../api/query.ts';
import { shortMonth, shownDay } from '../../format/shown-date.ts';
import { LoadedPart } from '../../layout/SettingsSection.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { SessionOptions } from './SessionOptions.tsx';
import { changePace, loadPace, setWeekOff, usePace } from './state/pace.ts';
import { weeksByMonth } from './weeks-off.ts';
import './exams.css';

/** What a student says about their exams, each choice saved as it is made. */
export default function ExamsPart({ loading }: { loading: ReactNode }) {
  const query = useQuery(
    {
      queryKey: queryKey('GET /users/me/preferences'),
      queryFn: ({ signal }) => loadPace(signal),
      staleTime: 0,
    },
    queryClient,
  );
  return (
    <LoadedPart query={query} failed="Your exams could not be loaded." loading={loading}>
      {() => <Exams />}
    </LoadedPart>
  );
}

async function report(saving: Promise<boolean>): Promise<void> {
  const isSaved = await saving;
  showToast(
    isSaved
      ? { tone: 'done', text: 'Saved.' }
      : { tone: 'danger', text: 'Tickmark does not answer. This is kept on this device and sent later.' },
  );
}

function Exams() {
  const { session, goal, weeks_off } = usePace();
  return (
    <div className="exams">
      <div className="exams-choices">
        <SelectField
          label="Exam session"
          value={session ?? ''}
          hint="Your pace is worked out from this."
          onChange={({ target }) =>
            void report(changePace({ session: target.value || null, not_now: target.value === '' }))
          }
        >
          <option value="">Not chosen</option>
          <SessionOptions current={session} />
        </SelectField>
        <SelectField
          label="Weekly goal"
          value={goal ?? ''}
          hint="For all subjects together."
          onChange={({ target }) => void report(changePace({ goal: Number(target.value) || null }))}
        >
          <option value="">As many as it takes</option>
          {GOALS.map((papers) => (
            <option key={papers} value={papers}>
              {papers === 1 ? '1 paper' : `${papers} papers`}
            </option>
          ))}
        </SelectField>
      </div>
      <WeeksOff session={session} weeksOff={weeks_off} />
    </div>
  );
}

const GOALS = Array.from({ length: MAX_GOAL }, (_, index) => index + 1);

type WeeksOffProps = { session: string | null; weeksOff: readonly string[] };

/** The Mondays from a little while ago until the exams, as a calendar: pressed, the week is off. */
function WeeksOff({ session, weeksOff }: WeeksOffProps) {
  const id = useId();
  // One that is pressed by mistake stays, to be pressed again.
  const [offAtFirst] = useState(weeksOff);
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <h3 id={id} className="font-medium">
        Weeks off
      </h3>
      <p id={`${id}-hint`} className="text-small text-pretty text-ink-soft">
        Choose the weeks you take off, each shown by its Monday. They do not count and do not break your
        streak.
      </p>
      <div className="weeks-off">
        {weeksByMonth(session, [...offAtFirst, ...weeksOff]).map(({ first, mondays }) => (
          <div key={mondays[0]}>
            <span aria-hidden="true">
              {shortMonth(first)} {first.getFullYear()}
            </span>
            <div>
              {mondays.map((monday) => {
                const isOff = weeksOff.includes(monday);
                return (
                  <button
                    key={monday}
                    type="button"
                    aria-pressed={isOff}
                    aria-label={`Week of ${shownDay(monday)}`}
                    onClick={() => void report(setWeekOff(monday, !isOff))}
                  >
                    {Number(monday.slice(-2))}
                  </button>
                );
              })}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
