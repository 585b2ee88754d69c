import { hasVariants, hasVariantsByDefault, paperLabel, papersOfSubject } from '../../../../domain/papers.ts';
import { Switch } from '../../ui/Switch.tsx';
import { setTimezoneOverride, useTimezoneOverrides } from './state/preferences.ts';

/** One switch for each paper of the subject. Each acts at once; no record is ever lost by it. */
export function TimezoneToggles({ subjectId }: { subjectId: string }) {
  const overrides = useTimezoneOverrides();
  return (
    <fieldset>
      <legend className="mb-1 text-small text-ink-soft">
        Enable timezone variants (TZ1/TZ2) for papers:
      </legend>
      {papersOfSubject(subjectId).map((paper) => (
        <Switch
          key={paper}
          hint={hasVariantsByDefault(subjectId, paper) ? '(Default: Enabled)' : undefined}
          checked={hasVariants(subjectId, paper, overrides)}
          onChange={(event) => setTimezoneOverride(subjectId, paper, event.currentTarget.checked)}
        >
          {paperLabel(paper)}
        </Switch>
      ))}
    </fieldset>
  );
}
