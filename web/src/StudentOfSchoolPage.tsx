import { SchoolStudentPage } from './features/school-admin/SchoolStudentPage.tsx';
import { OwnPersonMenu } from './OwnPersonMenu.tsx';
import type { PageProps } from './paths.ts';

/** One student, with what the school admin does to them. */
export default function StudentOfSchoolPage({ params: { id = '' } }: PageProps) {
  return <SchoolStudentPage id={id} renderMenu={(person) => <OwnPersonMenu person={person} tab="users" />} />;
}
