import { UserPlus } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useFold } from '../../ui/useFold.ts';
import { type Managed } from './managed.ts';
import { NewTeachers } from './NewTeachers.tsx';
import { SchoolAdminForm } from './SchoolAdminForm.tsx';
import type { School } from './school-data.ts';
import { UserTable } from './UserTable.tsx';

/** Who is at the school and as what, and above it the ways to make them one by one. */
export default function UsersTab({ managed, school }: { managed: Managed; school: School }) {
  const teacher = useFold(false);
  const admin = useFold(false);
  const icon = <UserPlus className="size-4" aria-hidden="true" />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button size="small" icon={icon} {...teacher.buttonProps}>
          Create Teacher
        </Button>
        {/* Only the platform admin makes other admins of a school. */}
        {managed.as === 'platformAdmin' && (
          <Button size="small" icon={icon} {...admin.buttonProps}>
            Add School Admin
          </Button>
        )}
      </div>
      <NewTeachers managed={managed} fold={teacher.isOpen ? teacher.formProps : undefined} />
      {admin.isOpen && (
        <Card title="School Admin" subtitle="Manages this school, and sees its students’ progress.">
          <SchoolAdminForm managed={managed} {...admin.formProps} />
        </Card>
      )}
      <UserTable managed={managed} school={school} />
    </div>
  );
}
