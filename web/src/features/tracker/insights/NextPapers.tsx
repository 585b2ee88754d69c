import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { type Suggestion, suggestNext } from '../../../../../domain/suggestion.ts';
import { afterPaint } from '../../../ui/after-paint.ts';
import { paperName, sittingId } from '../sittings.ts';
import { useTimezoneOverrides, useYearRange } from '../state/preferences.ts';
import { useSettledVersion } from '../state/progress.ts';
import { readRecord } from '../state/records.ts';

/** A plain suggestion, with its reason. Pressed, it leads to the paper. */
export function NextPapers({ subjectId }: { subjectId: string }) {
  useSettledVersion([subjectId]);
  const range = useYearRange(subjectId);
  const overrides = useTimezoneOverrides();
  const read = (paper: PaperId) => readRecord(completionKey(paper));
  const suggestions = suggestNext({ subjectId, range, overrides, read });
  return (
    <section aria-label="What next" className="min-w-0">
      <h2 className="insight-title">What next</h2>
      {suggestions.length === 0 ? (
        <p className="text-small text-pretty text-ink-soft">
          Every paper of these years is done. More years are under Year Range.
        </p>
      ) : (
        <ul className="grid gap-1.5">
          {suggestions.map((suggestion) => (
            <li key={completionKey(suggestion.paper)} className="text-small">
              <button type="button" className="next-paper" onClick={() => showPaper(suggestion.paper)}>
                {paperName(suggestion.paper)}
              </button>
              <p className="text-ink-soft">{reasonFor(suggestion)}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function reasonFor({ reason, score }: Suggestion): string {
  return reason === 'lowest score'
    ? `Your lowest score here, ${score}%. Worth another try.`
    : 'The most recent one you have not done.';
}

/** Leads to a paper of the subject in view: opens its row or card, brings its tick into sight and gives it the focus. */
function showPaper(paper: PaperId): void {
  const sitting = document.querySelector<HTMLElement>(`[data-sitting="${sittingId(paper)}"]`);
  if (sitting instanceof HTMLDetailsElement) sitting.open = true;
  else if (sitting?.ariaExpanded === 'false' && paper.timezone !== null) sitting.click();
  // A card draws its papers when it has been told that it is open, which takes it a frame of its own.
  afterPaint(() => afterPaint(() => focus(paper)));
}

function focus(paper: PaperId): void {
  const tick = document.querySelector<HTMLElement>(`[aria-label="${paperName(paper)}, completed"]`);
  tick?.focus({ preventScroll: true });
  tick?.scrollIntoView({ block: 'center' });
}
