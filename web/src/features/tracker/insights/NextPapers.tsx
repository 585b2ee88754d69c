import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { type Suggestion, suggestNext } from '../../../../../domain/suggestion.ts';
import { showPaper } from '../show-paper.ts';
import { paperName } from '../sittings.ts';
import { useSettledVersion } from '../state/facts.ts';
import { useTimezoneOverrides, useYearRange } from '../state/preferences.ts';
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
