import { lazy, Suspense } from 'react';
import { SchoolTeacherPage } from './features/school-admin/SchoolTeacherPage.tsx';
import type { PageProps } from './paths.ts';

const OwnPersonMenu = lazy(() => import('./OwnPersonMenu.tsx'));

/** One teacher, with what the school admin does to them. */
export default function TeacherOfSchoolPage({ params: { id = '' } }: PageProps) {
  return (
    <SchoolTeacherPage
      id={id}
      renderMenu={(person) => (
        <Suspense>
          <OwnPersonMenu person={person} tab="teachers" />
        </Suspense>
      )}
    />
  );
}
