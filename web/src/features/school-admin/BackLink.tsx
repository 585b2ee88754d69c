import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';
import { ButtonLink } from '../../ui/Button.tsx';
import { type Tab, wayBack } from './dashboardView.ts';

/** To the dashboard as it was left; `tab` for who came straight here. */
export function BackLink({ tab }: { tab: Tab }) {
  return (
    <Link href={wayBack(tab)} asChild>
      <ButtonLink
        variant="ghost"
        size="small"
        className="-ml-3"
        icon={<ArrowLeft className="size-4" aria-hidden="true" />}
      >
        Back to Dashboard
      </ButtonLink>
    </Link>
  );
}
