import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** A link in running text. Tall enough for a thumb without taking its height. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="link -my-2 inline-block py-2">
      {children}
    </Link>
  );
}
