import { ChevronDown } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { completionKey } from '../../../../domain/completion-key.ts';
import { suggestNext } from '../../../../domain/suggestion.ts';
import { lazyPreloadable } from '../../ui/lazy-preloadable.ts';
import { showPaper } from './show-paper.ts';
import { nothingLeft, paperName, sittingsOf } from './sittings.ts';
import { useFromTeachers } from './state/from-teachers.ts';
import { useCountedQuestion } from './state/preferences.ts';
import { completedOf, useSettledVersion } from './state/progress.ts';
import { readRecord } from './state/records.ts';
import { TickSeveral } from './TickSeveral.tsx';
import { usePreload } from './usePreload.ts';
import { useOverview } from './view.ts';

const Overview = lazyPreloadable(() => import('./overview/Overview.tsx'));

type NextLineProps = { subjects: readonly string[]; subjectId: string; onView: (id: string) => void };

/** One line: what to do next, and the way to the overview. */
export function NextLine(props: NextLineProps) {
  const overview = useOverview();
  const given = useFromTeachers();
  const next = <Next subjectId={props.subjectId} />;
  usePreload(Overview);
  return (
    <>
      <div className="next-line">
        {given ? <given.Next {...props}>{next}</given.Next> : next}
        <button
          type="button"
          className="next-toggle"
          aria-expanded={overview.isOpen}
          onClick={overview.toggle}
        >
          Overview
          <ChevronDown className="size-4 transition-transform" aria-hidden="true" />
        </button>
      </div>
      {overview.isOpen && (
        <div className="overview">
          <Suspense>
            <Overview {...props} />
          </Suspense>
        </div>
      )}
    </>
  );
}

function Next({ subjectId }: { subjectId: string }): ReactNode {
  useSettledVersion();
  const question = useCountedQuestion(subjectId);
  if (completedOf().length === 0)
    return (
      <p className="next-words">
        Tick a paper you have done.{' '}
        <span className="whitespace-nowrap">
          Several? <TickSeveral />
        </span>
      </p>
    );
  const next = suggestNext({
    ...question,
    isCompleted: (paper) => readRecord(completionKey(paper)).isCompleted,
  });
  if (!next) return <p className="next-words">{nothingLeft(sittingsOf(question))}</p>;
  return (
    <button type="button" className="next-words next-paper" onClick={() => showPaper(next)}>
      Next: {paperName(next)}
    </button>
  );
}
