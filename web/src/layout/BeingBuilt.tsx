import { Hammer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageFrame } from './PageFrame.tsx';
import { PageHeading } from './PageHeading.tsx';

/** Stands where a screen is still to come, with its header and its title as they will be. */
export function BeingBuilt(props: { header: ReactNode; title: string; subtitle?: string; hint: string }) {
  return (
    <PageFrame header={props.header} className="max-w-page py-6">
      <PageHeading subtitle={props.subtitle}>{props.title}</PageHeading>
      <Card className="mt-6">
        <EmptyState icon={<Hammer />} hint={props.hint}>
          This screen is being built.
        </EmptyState>
      </Card>
    </PageFrame>
  );
}
