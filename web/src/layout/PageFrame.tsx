import type { ReactNode } from 'react';
import { MAIN_ID } from '../navigation/arrival.ts';
import { pathTo } from '../paths.ts';
import { useSession } from '../session/session.ts';
import { cx } from '../ui/cx.ts';
import { TextLink } from '../ui/TextLink.tsx';
import { usePrinting } from '../ui/usePrinting.ts';

type PageFrameProps = {
  header: ReactNode;
  className?: string;
  /** Beside the words at the end of every page. */
  footer?: ReactNode;
  /** Whose page it is, on paper; unless told, the school of who is logged in. */
  school?: string | null | undefined;
  children: ReactNode;
};

/** Header, content and footer, the footer never above the lower edge of the window. */
export function PageFrame({ header, className, footer, school, children }: PageFrameProps) {
  return (
    <div className="flex flex-1 flex-col print:block">
      {header}
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className={cx('mx-auto w-full flex-1 px-4 print:max-w-none print:p-0', className)}
      >
        {usePrinting() && <PrintHead school={school} />}
        {children}
      </main>
      <Footer>{footer}</Footer>
    </div>
  );
}

const today = () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date());

/** What a sheet of paper must say when it lies on a desk: whose it is and of which day. */
function PrintHead({ school }: Pick<PageFrameProps, 'school'>) {
  const session = useSession();
  const name = school ?? (session.status === 'user' ? session.user.school_name : null) ?? 'Tickmark';
  return (
    <div className="print-head">
      <p>{name}</p>
      <p>{today()}</p>
    </div>
  );
}

/** Stands below every page. The landing page, which is not part of the app, says the same. */
function Footer({ children }: { children: ReactNode }) {
  return (
    <footer className="mx-auto flex w-full max-w-page flex-wrap-reverse items-center justify-between gap-x-6 gap-y-2 px-4 py-6 text-small text-ink-soft print:hidden">
      <p className="max-w-text text-pretty">
        Tickmark is independent of the International Baccalaureate Organization and hosts no exam material.{' '}
        <TextLink href={pathTo('privacy')}>Privacy</TextLink>
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
