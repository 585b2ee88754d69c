import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureOf } from '../../api/failure.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

type FailedProps = {
  list: { error: Error | null; isOutdated: boolean; isLoading: boolean; reload: () => void };
  /** What is said of the failure. */
  words: string;
};

const Again = ({ list }: Pick<FailedProps, 'list'>) => (
  <Button size="small" busy={list.isLoading} onClick={list.reload}>
    Try again
  </Button>
);

/** Stands where a list should that did not come: quietly, as an empty one. */
export function ListFailed({ list, words, children }: FailedProps & { children: ReactNode }) {
  const { sentence, hint = '' } = failureOf(list.error, () => `${words}.`);
  return (
    <EmptyState icon={<Users />} hint={`${sentence} ${hint}`.trim()} action={<Again list={list} />}>
      {children}
    </EmptyState>
  );
}

/** Above a list whose newer rows did not come; those before stay. */
export function ListOutdated({ list, words }: FailedProps) {
  if (!list.isOutdated) return null;
  const { sentence, hint } = failureOf(list.error, () => words);
  return (
    <Alert tone="error" title={sentence} className="mt-3 print:hidden" action={<Again list={list} />}>
      {hint}
    </Alert>
  );
}
