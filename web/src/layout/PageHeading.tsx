import type { ReactNode } from 'react';

/** The one `h1` of a page. After a navigation the focus is here, so that it is what a screen reader says first. */
export function PageHeading({ children, subtitle }: { children: ReactNode; subtitle?: ReactNode }) {
  return (
    <div className="min-w-0">
      <h1 tabIndex={-1} className="text-title">
        {children}
      </h1>
      {subtitle && <p className="mt-1 text-balance text-ink-soft">{subtitle}</p>}
    </div>
  );
}
