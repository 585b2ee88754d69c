import { ImportForm, type ImportFormProps } from './ImportForm.tsx';
import { ImportResults } from './ImportResults.tsx';
import { useShownOnce } from './shown-once.ts';

/** Many users at once. When they are made, their passwords take the place of the list they were made from. */
export default function BatchImportTab(props: ImportFormProps) {
  const { imported } = useShownOnce(props.schoolId);
  return imported ? (
    <ImportResults schoolId={props.schoolId} imported={imported} />
  ) : (
    <ImportForm {...props} />
  );
}
