import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { pathTo } from '../paths.ts';
import { Logo } from '../ui/Logo.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

/**
 * The top of every page: the product's name, what the page adds, and the theme. What a page adds grows from the
 * theme's button to the left, so nothing moves when it arrives late.
 */
export function Bar({ children }: { children?: ReactNode }) {
  return (
    <header className="print:hidden">
      <div className="mx-auto flex h-14 max-w-page items-center px-2 sm:gap-2">
        <Link href={pathTo('home')} className="mr-auto flex min-h-11 items-center rounded-md pl-2 sm:pr-2">
          <Logo />
        </Link>
        {children}
        <ThemeToggle />
      </div>
    </header>
  );
}
