import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { partId } from '../navigation/arrival.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** The parts of the settings, by the name that an address ends in: `/settings#devices`. */
export const SECTIONS = {
  account: 'Account',
  school: 'School',
  exams: 'Exams',
  teachers: 'Teachers who see my progress',
  'share-pages': 'Share pages',
  devices: 'Devices',
  data: 'My data',
};
export type SectionId = keyof typeof SECTIONS;

type SettingsSectionProps = { id: SectionId; text?: string; children: ReactNode };

export function SettingsSection({ id, text, children }: SettingsSectionProps) {
  return (
    <Card
      id={partId(id)}
      aria-label={SECTIONS[id]}
      title={SECTIONS[id]}
      subtitle={text && <span className="mt-1 block text-body text-pretty">{text}</span>}
      className="scroll-mt-4"
    >
      {children}
    </Card>
  );
}

/** One whose content is a chunk of its own. The heading is there before it, and keeps the focus of who came for it. */
export function LaterSection({
  loading,
  children,
  ...section
}: SettingsSectionProps & { loading?: ReactNode }) {
  return (
    <SettingsSection {...section}>
      <Suspense fallback={loading ?? <LoadingPart />}>{children}</Suspense>
    </SettingsSection>
  );
}

function LoadingPart() {
  return (
    <div aria-busy="true" className="grid gap-1.5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-4 w-56 max-w-full" />
      <Skeleton className="h-4 w-40" />
    </div>
  );
}

type LoadedPartProps<Data> = {
  query: UseQueryResult<Data>;
  failed: string;
  /** Where more than a line or two is awaited: something of its size. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Content that comes by itself: what fails takes nothing else along. */
export function LoadedPart<Data>({ query, failed, loading, children }: LoadedPartProps<Data>) {
  return (
    <div className="min-h-12 sm:min-h-11">
      <Loaded
        query={query}
        loading={loading ?? <LoadingPart />}
        renderFailed={(retry) => (
          <Alert
            tone="error"
            action={
              <Button size="small" onClick={retry}>
                Try again
              </Button>
            }
          >
            {failed}
          </Alert>
        )}
      >
        {children}
      </Loaded>
    </div>
  );
}
