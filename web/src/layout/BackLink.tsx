import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ButtonLink } from '../ui/Button.tsx';

/** The way back, above a page's heading. Its words begin where the heading does. */
export function BackLink({ href, children = 'Back' }: { href: string; children?: ReactNode }) {
  return (
    <Link href={href} asChild>
      <ButtonLink
        variant="ghost"
        size="small"
        className="-ml-3"
        icon={<ArrowLeft className="size-4" aria-hidden="true" />}
      >
        {children}
      </ButtonLink>
    </Link>
  );
}
