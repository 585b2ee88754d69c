import { SchoolTeacherPage } from './features/school-admin/SchoolTeacherPage.tsx';
import { OwnPersonMenu } from './OwnPersonMenu.tsx';
import type { PageProps } from './paths.ts';

/** One teacher, with what the school admin does to them. */
export default function TeacherOfSchoolPage({ params: { id = '' } }: PageProps) {
  return (
    <SchoolTeacherPage id={id} renderMenu={(person) => <OwnPersonMenu person={person} tab="teachers" />} />
  );
}
