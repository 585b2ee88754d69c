import type { PaperId } from '../../../../domain/completion-key.ts';
import { paperFacts } from '../../../../domain/paper-facts.ts';
import { paperLabel } from '../../../../domain/papers.ts';
import { subjectName } from '../../../../domain/subjects.ts';

/** Which paper a dialog is about. */
export function PaperFacts({ paper }: { paper: PaperId }) {
  const { subjectId, session, year, timezone } = paper;
  const { minutes } = paperFacts(paper);
  const facts = [paperLabel(paper.paper), `${session} ${year}`, timezone, minutes && `${minutes} min`].filter(
    (fact) => typeof fact === 'string',
  );
  return (
    <div className="mb-5 rounded-md bg-sunken px-3 py-2.5">
      <p className="text-small text-ink-soft">{subjectName(subjectId)}</p>
      <p className="flex flex-wrap gap-x-2 font-medium tabular-nums">
        {facts.map((fact, index) => (
          <span key={fact}>
            {index > 0 && (
              <span aria-hidden="true" className="mr-2 text-ink-faint">
                ·
              </span>
            )}
            {fact}
          </span>
        ))}
      </p>
    </div>
  );
}
