import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

type FailedProps = {
  list: { isOutdated: boolean; isLoading: boolean; reload: () => void };
  /** What is said of the failure. */
  words: string;
};

/** Small, since it has to be there before the connection is lost. */
const sentenceOf = (words: string) => `${words}.${navigator.onLine ? '' : ' You seem to be offline.'}`;

type AgainProps = { list: Pick<FailedProps['list'], 'isLoading' | 'reload'> };
const Again = ({ list }: AgainProps) => (
  <Button size="small" busy={list.isLoading} onClick={list.reload}>
    Try again
  </Button>
);

/** Stands where a list should that did not come: quietly, as an empty one. */
export function ListFailed({ list, words, children }: FailedProps & { children: ReactNode }) {
  return (
    <EmptyState icon={<Users />} hint={sentenceOf(words)} action={<Again list={list} />}>
      {children}
    </EmptyState>
  );
}

/** Above a list whose newer rows did not come; those before stay. */
export function ListOutdated({ list, words }: FailedProps) {
  return (
    list.isOutdated && (
      <div
        role="alert"
        className="mt-3 flex flex-wrap items-center justify-between gap-2 rounded-md bg-danger-soft px-3 py-2 text-danger print:hidden"
      >
        {sentenceOf(words)}
        <Again list={list} />
      </div>
    )
  );
}

/** In place of a line above a list: as high, so that the list stays where it is. */
export const LineFailed = ({ list, words }: AgainProps & Pick<FailedProps, 'words'>) => (
  <div role="alert" className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3 text-danger print:hidden">
    {sentenceOf(words)}
    <Again list={list} />
  </div>
);
