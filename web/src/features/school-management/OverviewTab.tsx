import { Link2, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { counted } from '../../format/counted.ts';
import { Address } from '../../lists/Address.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Table } from '../../ui/Table.tsx';
import { type Managed } from './managed.ts';
import { countClasses, type School, studentOf } from './school-data.ts';
import type { Tab } from './tabs.ts';
import { useSchoolGroups } from './useSchoolGroups.ts';

const SHOWN = 10;

type OverviewTabProps = {
  managed: Managed;
  school: School;
  onShow: (tab: Tab) => void;
  /** What was done at the school lately. */
  activity: ReactNode;
};

export function OverviewTab({ managed, school, onShow, activity }: OverviewTabProps) {
  const { students, teachers, classes } = school;
  const count = countClasses(school, useSchoolGroups(managed));
  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="grid gap-3 sm:grid-cols-3 sm:gap-4">
        <Figure label="Total Students" value={students.length}>
          {studentsWords(school)}
        </Figure>
        <Figure label="Total Teachers" value={teachers.length}>
          {teachers.length === 0
            ? 'None yet'
            : `${(teachers.length - count.teaching).toLocaleString('en-US')} without students`}
        </Figure>
        <Figure label="Total Classes" value={count.all}>
          {classesWords(count)}
        </Figure>
      </dl>
      <div
        className={cx(
          'grid grid-cols-1 items-start gap-4',
          activity !== undefined && 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
        )}
      >
        <Card title="Class Assignments" flush={classes.length > 0}>
          {classes.length === 0 ? (
            <NoAssignments school={school} onShow={onShow} />
          ) : (
            <Assignments school={school} onShow={onShow} />
          )}
        </Card>
        {activity !== undefined && <Card title="Activity">{activity}</Card>}
      </div>
    </div>
  );
}

function classesWords({ groups, alone }: ReturnType<typeof countClasses>): string {
  if (groups === 0) return alone === 1 ? 'Teacher with students' : 'Teachers with students';
  const words = counted(groups, 'group');
  return alone === 0 ? words : `${words}, ${counted(alone, 'teacher')} without groups`;
}

/** Who is pending has no account yet, and is not among the students. */
function studentsWords({ students, unassigned, pending }: School): string {
  const waiting = new Set(pending.map(({ student_email }) => student_email)).size;
  const without =
    students.length === 0 ? 'None yet' : `${unassigned.length.toLocaleString('en-US')} unassigned`;
  return waiting === 0 ? without : `${without}, ${waiting.toLocaleString('en-US')} pending`;
}

function Figure({ label, value, children }: { label: string; value: number; children: ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-surface px-4 py-3 shadow-card max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-center sm:px-5 sm:py-4">
      <dt className="font-medium">{label}</dt>
      <dd className="text-title font-semibold tracking-tight tabular-nums max-sm:row-span-2">
        {value.toLocaleString('en-US')}
      </dd>
      <dd className="text-small text-ink-soft">{children}</dd>
    </div>
  );
}

function Assignments({ school: { classes }, onShow }: Pick<OverviewTabProps, 'school' | 'onShow'>) {
  return (
    <>
      <Table caption="Class Assignments">
        <thead>
          <tr>
            <th scope="col">Teacher</th>
            <th scope="col">Student</th>
            <th scope="col" className="max-sm:hidden">
              Student Email
            </th>
          </tr>
        </thead>
        <tbody>
          {classes.slice(0, SHOWN).map((assignment) => (
            <tr key={`${assignment.teacher_id}-${assignment.student_id}`} className="wrap-anywhere">
              <td>{assignment.teacher_username ?? `User ${assignment.teacher_id}`}</td>
              <td>
                {studentOf(assignment)}
                <span className="block text-small text-ink-soft sm:hidden">
                  <Address>{assignment.student_email}</Address>
                </span>
              </td>
              <td className="text-ink-soft max-sm:hidden">
                <Address>{assignment.student_email}</Address>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {classes.length > SHOWN && (
        <div className="border-t border-line p-3 text-center">
          <Button variant="ghost" size="small" onClick={() => onShow('assignments')}>
            View all {classes.length.toLocaleString('en-US')} assignments
          </Button>
        </div>
      )}
    </>
  );
}

function NoAssignments({ school, onShow }: Pick<OverviewTabProps, 'school' | 'onShow'>) {
  if (school.students.length === 0 || school.teachers.length === 0) {
    return (
      <EmptyState
        icon={<UserPlus />}
        className="py-6"
        hint="Import the students and teachers first, then assign them."
        action={<Button onClick={() => onShow('batch')}>Import users</Button>}
      >
        No class assignments yet.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Link2 />}
      className="py-6"
      hint="Give every student their teachers."
      action={<Button onClick={() => onShow('assignments')}>Assign students</Button>}
    >
      No class assignments yet.
    </EmptyState>
  );
}
