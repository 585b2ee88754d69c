import { Fragment, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { usePart } from '../navigation/usePart.ts';
import { BackLink } from './BackLink.tsx';
import { PageFrame, PageHeading } from './PageFrame.tsx';
import { SECTIONS, type SectionId } from './SettingsSection.tsx';

type SettingsLayoutProps = {
  header: ReactNode;
  footer?: ReactNode;
  /** Where somebody belongs who has done with them. */
  back: string;
  /** In the order in which they stand. */
  sections: Partial<Record<SectionId, ReactNode>>;
};

/** The settings of somebody with an account: one page, whose parts have addresses of their own. */
export function SettingsLayout({ header, footer, back, sections }: SettingsLayoutProps) {
  const [path] = useLocation();
  usePart();
  return (
    <PageFrame header={header} footer={footer} className="max-w-page pt-2 pb-6 md:pt-6">
      <BackLink href={back} />
      <div className="mt-1 mb-4">
        <PageHeading>Settings</PageHeading>
      </div>
      <div className="gap-8 lg:flex lg:items-start">
        <nav aria-label="Settings" className="sticky top-4 w-56 shrink-0 max-lg:hidden">
          <ul>
            {(Object.keys(sections) as SectionId[]).map((id) => (
              <li key={id}>
                <Link
                  href={`${path}#${id}`}
                  replace
                  className="-mx-3 flex min-h-9 items-center rounded-md px-3 hover:bg-hover pointer-coarse:min-h-11"
                >
                  {SECTIONS[id]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid w-full max-w-text grid-cols-1 gap-4">
          {Object.entries(sections).map(([id, section]) => (
            <Fragment key={id}>{section}</Fragment>
          ))}
        </div>
      </div>
    </PageFrame>
  );
}
