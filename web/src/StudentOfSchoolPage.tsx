import { lazy, Suspense } from 'react';
import { SchoolStudentPage } from './features/school-admin/SchoolStudentPage.tsx';
import type { PageProps } from './paths.ts';

const OwnPersonMenu = lazy(() => import('./OwnPersonMenu.tsx'));

/** One student, with what the school admin does to them. */
export default function StudentOfSchoolPage({ params: { id = '' } }: PageProps) {
  return (
    <SchoolStudentPage
      id={id}
      renderMenu={(person) => (
        <Suspense>
          <OwnPersonMenu person={person} tab="users" />
        </Suspense>
      )}
    />
  );
}
