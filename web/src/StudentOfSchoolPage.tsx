import { SchoolStudentPage } from './features/school-admin/SchoolStudentPage.tsx';
import type { PageProps } from './paths.ts';
import { lazyPart } from './ui/lazy-part.ts';

const OwnPersonMenu = lazyPart(() => import('./OwnPersonMenu.tsx'));

/** One student, with what the school admin does to them. */
export default function StudentOfSchoolPage({ params: { id = '' } }: PageProps) {
  return (
    <SchoolStudentPage
      id={id}
      renderMenu={(person) => <OwnPersonMenu person={person} tab="users" onMissing={() => undefined} />}
    />
  );
}
