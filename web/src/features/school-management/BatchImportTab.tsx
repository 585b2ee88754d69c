import { useRef } from 'react';
import { ImportForm, type ImportFormProps } from './ImportForm.tsx';
import { ImportResults } from './ImportResults.tsx';
import { EMPTY_DRAFT } from './import-draft.ts';
import { useShownOnce } from './shown-once.ts';
import { useImport } from './useImport.ts';
import { useLostFocus } from './useLostFocus.ts';

/** Many users at once. When they are made, their passwords take the place of the list they were made from. */
export default function BatchImportTab(props: Omit<ImportFormProps, 'job'>) {
  const { managed, onDraft } = props;
  const { imported } = useShownOnce(managed);
  const job = useImport(managed, () => onDraft(EMPTY_DRAFT));
  const result = job.importing === undefined ? imported : undefined;
  const place = useRef<HTMLDivElement>(null);
  // To what is next: the ways to take the passwords along, or the empty list.
  useLostFocus(result, () => place.current?.querySelector<HTMLElement>('textarea, button'));
  return (
    <div ref={place}>
      {result ? (
        <ImportResults managed={managed} result={result} job={job} />
      ) : (
        <ImportForm {...props} job={job} />
      )}
    </div>
  );
}
