import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { Address, OrNotSet } from '../../lists/Address.tsx';

export type Person = { id: number; username: string | null; email: string | null };

type PersonLinkProps = { person: Person; href: string; note?: string | undefined };

/** Pressed anywhere on its line. */
export function PersonLink({ person, href, note }: PersonLinkProps) {
  return (
    <Link
      href={href}
      className="flex min-h-12 items-center gap-3 px-4 py-2.5 wrap-anywhere hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
    >
      <span className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-2 print:grid-cols-2">
        <span className="min-w-0 font-medium">
          <OrNotSet>{person.username}</OrNotSet>
        </span>
        <span className="min-w-0 text-ink-soft">
          <Address>{person.email}</Address>
        </span>
      </span>
      {note && <span className="shrink-0 text-small text-ink-soft tabular-nums">{note}</span>}
      <ChevronRight className="size-4.5 shrink-0 text-ink-soft print:hidden" aria-hidden="true" />
    </Link>
  );
}
