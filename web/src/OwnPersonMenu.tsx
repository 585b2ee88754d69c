import { useLocation } from 'wouter';
import { type PersonOfSchool, type Tab, wayBack } from './features/school-admin/dashboard-view.ts';
import { useProfile } from './features/school-admin/SchoolAdminHeader.tsx';
import { PersonActs } from './features/school-management/PersonActs.tsx';
import { pathTo } from './paths.ts';

/** What the school admin does to a person of the own school, on that person's page. */
export default function OwnPersonMenu({ person, tab }: { person: PersonOfSchool; tab: Tab }) {
  const [, navigate] = useLocation();
  const schoolId = useProfile()?.school_id;
  if (!schoolId) return null;
  const { id } = person;
  return (
    <PersonActs
      managed={{ as: 'schoolAdmin', schoolId: String(schoolId) }}
      person={person}
      onGone={() => navigate(wayBack(tab), { replace: true })}
      onRole={(role) =>
        navigate(
          role === 'student' ? pathTo('schoolAdminStudent', { id }) : pathTo('schoolAdminTeacher', { id }),
          { replace: true },
        )
      }
    />
  );
}
