import { useRef } from 'react';
import { ImportForm, type ImportFormProps } from './ImportForm.tsx';
import { ImportResults } from './ImportResults.tsx';
import { useShownOnce } from './shown-once.ts';
import { useLostFocus } from './useLostFocus.ts';

/** Many users at once. When they are made, their passwords take the place of the list they were made from. */
export default function BatchImportTab(props: ImportFormProps) {
  const { imported } = useShownOnce(props.schoolId);
  const place = useRef<HTMLDivElement>(null);
  // To what is next: the ways to take the passwords along, or the empty list.
  useLostFocus(imported, () => place.current?.querySelector<HTMLElement>('textarea, button'));
  return (
    <div ref={place}>
      {imported ? <ImportResults schoolId={props.schoolId} imported={imported} /> : <ImportForm {...props} />}
    </div>
  );
}
