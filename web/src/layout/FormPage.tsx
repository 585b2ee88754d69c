import type { ReactNode } from 'react';
import type { Failure } from '../api/failure.ts';
import { Card } from '../ui/Card.tsx';
import { Bar } from './Bar.tsx';
import { FormFailure } from './FormFailure.tsx';
import { PageFrame, PageHeading } from './PageFrame.tsx';

type FormPageProps = {
  title: string;
  subtitle?: ReactNode;
  failure: Failure | undefined;
  /** Not for somebody who is logged in: stays blank while it is found out whether they are. */
  forGuests?: boolean;
  children: ReactNode;
  /** Below the form: where else to go. */
  links?: ReactNode;
};

/** A page that is one form. The room above it is where a failure is shown, so that nothing moves, unless the screen is a lying phone's. */
export function FormPage({ title, subtitle, failure, forGuests = false, children, links }: FormPageProps) {
  return (
    <PageFrame
      header={<Bar />}
      className={`max-w-form px-4 pb-8 ${forGuests ? 'in-[[data-token]:not([data-hydrated])]:invisible' : ''}`}
    >
      <div className="flex min-h-25 flex-col justify-end pt-4 pb-3 sm:min-h-28 [@media(max-height:30rem)]:min-h-0">
        <FormFailure failure={failure} />
      </div>
      <Card>
        <div className="px-1 pt-2 pb-1 sm:px-2">
          <PageHeading subtitle={subtitle}>{title}</PageHeading>
          <div className="mt-5">{children}</div>
        </div>
      </Card>
      {links && (
        <div className="mt-5 flex flex-col items-center gap-1 text-center text-ink-soft">{links}</div>
      )}
    </PageFrame>
  );
}
