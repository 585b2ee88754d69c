import type { ReactNode } from 'react';
import type { Failure } from '../api/failure.ts';
import { Card } from '../ui/Card.tsx';
import { cx } from '../ui/cx.ts';
import { Bar } from './Bar.tsx';
import { FormFailureLine } from './FormFailure.tsx';
import { PageFrame, PageHeading } from './PageFrame.tsx';

type FormPageProps = {
  title: string;
  /** One line, whose place a failure takes. */
  subtitle: ReactNode;
  failure: Failure | undefined;
  /** Not for somebody who is logged in: stays blank while it is found out whether they are. */
  forGuests?: boolean;
  children: ReactNode;
  /** What the page adds to the top. */
  header?: ReactNode;
  /** Below the form: where else to go. */
  links?: ReactNode;
};

/** A page that is one form, on one card. A failure takes the place of the line under the heading, so that nothing moves. */
export function FormPage({
  title,
  subtitle,
  failure,
  forGuests = false,
  header,
  children,
  links,
}: FormPageProps) {
  const isRefused = failure !== undefined && failure.field === undefined;
  return (
    <PageFrame
      header={<Bar>{header}</Bar>}
      className={cx('max-w-form pt-6 pb-8', forGuests && 'in-[[data-token]:not([data-hydrated])]:invisible')}
    >
      <Card>
        <PageHeading>{title}</PageHeading>
        <div className="mt-1 mb-3 grid min-h-11 *:col-start-1 *:row-start-1 in-[[data-invited]]:min-h-26">
          <p className={cx('text-pretty text-ink-soft', isRefused && 'invisible')}>{subtitle}</p>
          <FormFailureLine failure={failure} />
        </div>
        {children}
        {links && (
          <div className="mt-4 flex flex-col items-center gap-1 border-t border-line pt-4 text-center text-ink-soft">
            {links}
          </div>
        )}
      </Card>
    </PageFrame>
  );
}
