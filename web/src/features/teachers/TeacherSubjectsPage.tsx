import { Users } from 'lucide-react';
import { Link } from 'wouter';
import { BackLink } from '../../layout/BackLink.tsx';
import { PageFrame, PageHeading } from '../../layout/PageFrame.tsx';
import { pathTo } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { dashboardPath } from './dashboard-place.ts';
import SubjectEditor from './SubjectEditor.tsx';
import { TeacherHeader } from './TeacherHeader.tsx';

export default function TeacherSubjectsPage() {
  return (
    <PageFrame header={<TeacherHeader />} className="max-w-page pt-2 pb-6 md:pt-6">
      <div className="flex items-center justify-between gap-4">
        <BackLink href={dashboardPath()}>Back to Dashboard</BackLink>
        <Link href={pathTo('teachers')} asChild>
          <ButtonLink size="small" icon={<Users className="size-4" aria-hidden="true" />}>
            View Students
          </ButtonLink>
        </Link>
      </div>
      <div className="mt-1 mb-4">
        <PageHeading>My Subjects</PageHeading>
      </div>
      <SubjectEditor loadFailure="Failed to load subjects" />
    </PageFrame>
  );
}
