import { ChevronDown } from 'lucide-react';
import { subjectName } from '../../../../../domain/subjects.ts';
import { sessionStore } from '../../../session/session.ts';
import { showToast } from '../../../ui/toasts.ts';
import { SessionOptions } from '../SessionOptions.tsx';
import { changePace, usePace } from '../state/pace.ts';
import { isNamed, usePaceLines } from './plan.ts';

type PacePartProps = { subjects: readonly string[]; subjectId: string };

/** How many papers are left, and how many a week that makes. At first only the question when the exams are. */
export function PacePart({ subjects, subjectId }: PacePartProps) {
  const pace = usePace();
  const named = isNamed(pace);
  return (
    <section aria-label="Pace" className="pace">
      {/* One select, whatever it says: it keeps the focus. */}
      <div className={named ? 'pace-head' : 'pace-head pace-question'}>
        <h2 className="overview-title">{named ? 'Pace' : 'When are your exams?'}</h2>
        <span className="pace-choice">
          <select
            aria-label={named ? 'Exam session' : 'When are your exams?'}
            value={named ? (pace.session ?? '') : ''}
            onChange={({ target }) => void changePace({ session: target.value || null, not_now: false })}
          >
            <option value="">{named ? 'Not chosen' : 'Choose'}</option>
            <SessionOptions current={named ? pace.session : null} />
          </select>
          <ChevronDown aria-hidden="true" />
        </span>
        {!named && (
          <button type="button" className="pace-later" onClick={askLater}>
            Not now
          </button>
        )}
      </div>
      {named && <PaceLines subjects={subjects} subjectId={subjectId} />}
    </section>
  );
}

/** The question goes; the focus returns to what opened it. */
function askLater(): void {
  document.querySelector<HTMLElement>('.next-toggle')?.focus();
  void changePace({ not_now: true });
  const isGuest = sessionStore.read().status === 'guest';
  showToast({
    text: isGuest
      ? 'You will not be asked again.'
      : 'You can choose your exam session in Settings, under Exams.',
    action: { label: 'Undo', run: () => void changePace({ not_now: false }) },
  });
}

function PaceLines({ subjects, subjectId }: PacePartProps) {
  const { subject, all, week } = usePaceLines(subjects, subjectId);
  return (
    <>
      <dl>
        <div>
          <dt>{subjectName(subjectId)}</dt>
          <dd>{subject}</dd>
        </div>
        {subjects.length > 1 && (
          <div>
            <dt>All subjects</dt>
            <dd>{all}</dd>
          </div>
        )}
      </dl>
      {week !== undefined && <p>{week}</p>}
    </>
  );
}
