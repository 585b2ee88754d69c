import type { ReactNode } from 'react';
import { AdminHeader } from './AdminHeader.tsx';
import { PageFrame, PageHeading } from './PageFrame.tsx';

type AdminPageProps = {
  title: string;
  subtitle: string;
  /** Above the title: the way back. */
  before?: ReactNode;
  /** Beside the title. */
  badge?: ReactNode;
  children: ReactNode;
};

/** The frame of the platform admin's screens, for whichever feature draws one. */
export function AdminPage({ title, subtitle, before, badge, children }: AdminPageProps) {
  return (
    // At least a window high in every state: the footer never moves into or out of sight.
    <PageFrame
      header={<AdminHeader />}
      footer={import.meta.env.VITE_NAME_AND_VERSION}
      className="min-h-dvh max-w-page pt-2 pb-6 sm:pt-4"
    >
      {before}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <PageHeading subtitle={subtitle}>{title}</PageHeading>
        {badge}
      </div>
      <div className="mt-4">{children}</div>
    </PageFrame>
  );
}
