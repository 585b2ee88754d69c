import { SchoolTeacherPage } from './features/school-admin/SchoolTeacherPage.tsx';
import type { PageProps } from './paths.ts';
import { lazyPart } from './ui/lazy-part.ts';

const OwnPersonMenu = lazyPart(() => import('./OwnPersonMenu.tsx'));

/** One teacher, with what the school admin does to them. */
export default function TeacherOfSchoolPage({ params: { id = '' } }: PageProps) {
  return (
    <SchoolTeacherPage
      id={id}
      renderMenu={(person) => <OwnPersonMenu person={person} tab="teachers" onMissing={() => undefined} />}
    />
  );
}
