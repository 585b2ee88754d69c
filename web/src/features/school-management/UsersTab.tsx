import { ChevronDown, ChevronUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Managed } from './managed.ts';
import { SchoolAdminForm } from './SchoolAdminForm.tsx';
import type { School } from './school-data.ts';
import { TeacherForm } from './TeacherForm.tsx';
import { UserTable } from './UserTable.tsx';
import { useLostFocus } from './useLostFocus.ts';

/** Who is at the school and as what, and the ways to make them one by one. */
export default function UsersTab({ managed, school }: { managed: Managed; school: School }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[21rem_minmax(0,1fr)]">
      <div className="grid min-w-0 grid-cols-1 gap-4">
        {managed.as === 'platformAdmin' && <NewSchoolAdmin managed={managed} />}
        <TeacherForm managed={managed} />
      </div>
      <UserTable managed={managed} school={school} />
    </div>
  );
}

/** Only the platform admin makes other admins of a school. */
function NewSchoolAdmin({ managed }: { managed: Managed }) {
  const [isAdding, setAdding] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  useLostFocus(isAdding, () => toggle.current);
  const Chevron = isAdding ? ChevronUp : ChevronDown;
  return (
    <Card
      title="School Admin"
      subtitle="Sees everybody at this school and their progress."
      action={
        <Button
          ref={toggle}
          block
          aria-expanded={isAdding}
          aria-controls="add-school-admin"
          icon={<Chevron className="size-4" aria-hidden="true" />}
          onClick={() => setAdding(!isAdding)}
        >
          Add School Admin
        </Button>
      }
      flush
    >
      <div id="add-school-admin" className="px-4 pb-1 sm:px-5">
        {isAdding && <SchoolAdminForm managed={managed} onDone={() => setAdding(false)} />}
      </div>
    </Card>
  );
}
