import type { ReactNode } from 'react';
import { MAIN_ID } from '../navigation/arrival.ts';
import { cx } from '../ui/cx.ts';

type PageFrameProps = {
  header: ReactNode;
  /** Above the words at the end of every page. */
  footer?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** Header, content and footer, the footer never above the lower edge of the window. */
export function PageFrame(props: PageFrameProps) {
  return (
    <div className="flex flex-1 flex-col">
      {props.header}
      <main id={MAIN_ID} tabIndex={-1} className={cx('mx-auto w-full flex-1 px-4', props.className)}>
        {props.children}
      </main>
      <Footer>{props.footer}</Footer>
    </div>
  );
}

/** Stands below every page. The landing page, which is not part of the app, says the same. */
function Footer({ children }: { children: ReactNode }) {
  return (
    <footer className="mx-auto flex w-full max-w-page flex-wrap-reverse items-center justify-between gap-x-6 gap-y-2 px-4 py-6 text-small text-ink-soft">
      <p className="max-w-text text-pretty">
        Tickmark is independent of the International Baccalaureate Organization and hosts no exam material.
      </p>
      {children}
    </footer>
  );
}

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
