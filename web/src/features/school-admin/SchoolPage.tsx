import type { ReactNode } from 'react';
import { BackLink } from '../../layout/BackLink.tsx';
import { PageFrame, PageHeading } from '../../layout/PageFrame.tsx';
import { type Tab, wayBack } from './dashboard-view.ts';
import { SchoolAdminHeader, useSchoolName } from './SchoolAdminHeader.tsx';

type SchoolPageProps = {
  /** The tab of the dashboard that the page stands behind. */
  tab: Tab;
  heading: string;
  subtitle?: ReactNode;
  /** At the end of the heading's line. */
  action?: ReactNode;
  children: ReactNode;
};

/** The page of one person. It stays the same while loading and after, so that the focus stays on the heading. */
export function SchoolPage({ tab, heading, subtitle, action, children }: SchoolPageProps) {
  const school = useSchoolName();
  return (
    <PageFrame
      header={<SchoolAdminHeader />}
      footer={import.meta.env.VITE_NAME_AND_VERSION}
      school={school}
      className="max-w-page pt-2 pb-6 md:pt-6"
    >
      <div className="flex items-center justify-between gap-4">
        <BackLink href={wayBack(tab)}>Back to Dashboard</BackLink>
        <p className="min-w-0 truncate text-small text-ink-soft print:hidden" title={school ?? undefined}>
          {school}
        </p>
      </div>
      <div className="mt-1 mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 wrap-anywhere">
        <PageHeading subtitle={subtitle}>{heading}</PageHeading>
        {action}
      </div>
      {children}
    </PageFrame>
  );
}
