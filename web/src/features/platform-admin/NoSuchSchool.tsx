import { School as SchoolIcon } from 'lucide-react';
import { Link } from 'wouter';
import { pathTo } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

export function NoSuchSchool() {
  return (
    <EmptyState
      icon={<SchoolIcon />}
      hint="There is no school with this number."
      action={
        <Link href={pathTo('adminDashboard')} asChild>
          <ButtonLink variant="primary">All schools</ButtonLink>
        </Link>
      }
    >
      School not found.
    </EmptyState>
  );
}
