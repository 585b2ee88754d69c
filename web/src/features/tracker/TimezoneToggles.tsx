import { useState } from 'react';
import { parseCompletionKey } from '../../../../domain/completion-key.ts';
import {
  hasVariants,
  hasVariantsByDefault,
  type Paper,
  paperLabel,
  papersOfSubject,
} from '../../../../domain/papers.ts';
import { counted } from '../../format/counted.ts';
import { Button } from '../../ui/Button.tsx';
import { Switch } from '../../ui/Switch.tsx';
import {
  clearTimezoneOverride,
  setTimezoneOverride,
  usePapers,
  useTimezoneOverrides,
} from './state/preferences.ts';
import { shownRecords } from './state/records.ts';

/** One switch for each paper of the subject. Each acts at once, and says which ticks it has put out of sight. */
export function TimezoneToggles({ subjectId }: { subjectId: string }) {
  const overrides = useTimezoneOverrides();
  const isOnlySet = usePapers() === 'set';
  const [switched, setSwitched] = useState<Paper>();
  return (
    <fieldset>
      <legend className="mb-1 text-small text-ink-soft">
        Enable timezone variants (TZ1/TZ2) for papers:
      </legend>
      {isOnlySet && (
        <p className="text-small text-ink-soft">
          Each paper follows how it was really set, unless you change it here.
        </p>
      )}
      {papersOfSubject(subjectId).map((paper) => {
        const isOn = hasVariants(subjectId, paper, overrides);
        return (
          <div key={paper}>
            <Switch
              hint={hasVariantsByDefault(subjectId, paper) ? '(Default: Enabled)' : undefined}
              checked={isOn}
              onChange={(event) => {
                setTimezoneOverride(subjectId, paper, event.currentTarget.checked);
                setSwitched(paper);
              }}
            >
              {paperLabel(paper)}
            </Switch>
            {isOnlySet && overrides[subjectId]?.[paper] !== undefined && (
              <Button
                size="small"
                aria-label={`Undo your change: ${paperLabel(paper)}`}
                onClick={() => clearTimezoneOverride(subjectId, paper)}
              >
                Undo your change
              </Button>
            )}
            <p role="status" className="text-small text-ink-soft">
              {switched === paper && keptWords(subjectId, paper, isOn)}
            </p>
          </div>
        );
      })}
    </fieldset>
  );
}

/** '3 ticks without a timezone are kept.' */
function keptWords(subjectId: string, paper: Paper, isOn: boolean): string {
  const hidden = [...shownRecords()].filter(([key, { isCompleted }]) => {
    const id = parseCompletionKey(key);
    return (
      isCompleted && id?.subjectId === subjectId && id.paper === paper && (id.timezone === null) === isOn
    );
  }).length;
  if (hidden === 0) return '';
  return `${counted(hidden, 'tick')} ${isOn ? 'without' : 'with'} a timezone ${hidden === 1 ? 'is' : 'are'} kept.`;
}
