import { Link2, Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { shownName } from '../../../../domain/shown-name.ts';
import { Address } from '../../lists/Address.tsx';
import SelectBox from '../../lists/selection/SelectBox.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { copyLink, copyLinks } from './invitation-links.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { RemoveButton, ROW, type RowProps } from './StudentRow.tsx';
import type { Student } from './useStudents.ts';

const InvitationPanel = lazy(() => import('./InvitationPanel.tsx'));
const RenameStudentDialog = lazy(() => import('./RenameStudentDialog.tsx'));

/** Those who have yet to register or accept. Most lists have none, and are there without this. */
export default function PendingStudents({ students, ...row }: RowProps & { students: readonly Student[] }) {
  const invited = students.flatMap((student) =>
    student.invitation_link === null ? [] : { ...student, link: student.invitation_link },
  );
  return (
    <section aria-label="Pending students" className="border-t border-line">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5">
        <h3 className="text-body">
          Pending <span className="font-normal text-ink-soft tabular-nums">{students.length}</span>
        </h3>
        {invited.length > 1 && (
          <Button
            size="small"
            icon={<Link2 className="size-4" aria-hidden="true" />}
            onClick={() => void copyLinks(invited)}
          >
            Copy all invitation links
          </Button>
        )}
      </header>
      <ul aria-label="Pending students" className="divide-y divide-line border-t border-line">
        {students.map((student) => (
          <PendingStudent key={student.id} student={student} {...row} />
        ))}
      </ul>
    </section>
  );
}

function PendingStudent({ student, onRemove, selecting }: RowProps & { student: Student }) {
  const name = shownName(student);
  const { email, invitation_link: link } = student;
  const [isUncopied, setUncopied] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  return (
    <li className={cx(ROW, 'pr-1 sm:pr-2')}>
      <div className="flex items-center gap-1">
        {selecting && <SelectBox id={student.id} name={shownName(student)} selecting={selecting} />}
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="line-clamp-2 min-w-0 font-medium wrap-anywhere">{name}</span>
            <StatusBadge status="pending" />
          </p>
          <p className="text-small text-ink-soft wrap-anywhere">
            <Address>{email}</Address>
          </p>
        </div>
        {!selecting && (
          <>
            {link && (
              <IconButton
                title="Copy invitation link"
                aria-label={`Copy invitation link of ${name}`}
                size="small"
                icon={<Link2 />}
                onClick={() => void copyLink(link).then((isCopied) => setUncopied(!isCopied))}
              />
            )}
            <IconButton
              title="Rename student"
              aria-label={`Rename student ${name}`}
              size="small"
              icon={<Pencil />}
              onClick={() => setRenaming(true)}
            />
            <RemoveButton student={student} onRemove={onRemove} />
          </>
        )}
      </div>
      {link && isUncopied && (
        <div className="mt-3 pr-2">
          <Suspense>
            <InvitationPanel invited={{ ...student, link }} isUncopied onClose={() => setUncopied(false)} />
          </Suspense>
        </div>
      )}
      {isRenaming && (
        <Suspense>
          <RenameStudentDialog student={student} onClose={() => setRenaming(false)} />
        </Suspense>
      )}
    </li>
  );
}
