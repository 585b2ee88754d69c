import { Link2, Search, Trash2, Users } from 'lucide-react';
import {
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/Field.tsx';
import { focusHeading } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Loaded, LoadFailed } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDashboardPlace } from './dashboard-place.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { copyLink, shownName } from './students.ts';
import { type Student, useStudents } from './useStudents.ts';

const InvitationPanel = lazy(() => import('./InvitationPanel.tsx'));
const RemoveStudentDialog = lazy(() => import('./RemoveStudentDialog.tsx'));

/** Fewer are found by looking. */
const SEARCH_FROM = 9;
const GRID = 'grid grid-flow-dense grid-cols-1 gap-2 sm:grid-cols-2 xl:grid-cols-3';

export function StudentList() {
  return (
    <Loaded
      query={useStudents()}
      loading={<LoadingStudents />}
      renderFailed={(retry) => (
        <Card title="Your Students">
          <LoadFailed onRetry={retry}>Failed to load your students.</LoadFailed>
        </Card>
      )}
    >
      {({ students }) => <Students students={students} />}
    </Loaded>
  );
}

function LoadingStudents() {
  return (
    <Card title="Your Students" aria-busy="true">
      <span className="sr-only">Loading...</span>
      <div className={GRID}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} className="h-24 w-full" />
        ))}
      </div>
    </Card>
  );
}

function matching(students: readonly Student[], words: string): readonly Student[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return students;
  return students.filter(({ name, email }) => `${name ?? ''} ${email}`.toLowerCase().includes(wanted));
}

function Students({ students }: { students: readonly Student[] }) {
  const { params, adjust } = useDashboardPlace();
  const [words, setWords] = useState(params.get('q') ?? '');
  const search = (text: string) => {
    setWords(text);
    adjust({ q: text.trim() === '' ? undefined : text });
  };
  const { removing, begin, end, list } = useRemoving();
  const searched = useDeferredValue(words);
  const shown = useMemo(() => matching(students, searched), [students, searched]);
  const hasSearch = students.length >= SEARCH_FROM;
  const pending = students.filter(({ status }) => status === 'pending').length;

  return (
    <Card
      title="Your Students"
      subtitle={students.length === 0 ? undefined : `${students.length - pending} active, ${pending} pending`}
      action={
        hasSearch && (
          <Field
            label="Search students"
            hideLabel
            reserve={false}
            type="search"
            placeholder="Search students"
            icon={<Search aria-hidden="true" />}
            className="w-full sm:w-64"
            value={words}
            onChange={(event) => search(event.currentTarget.value)}
          />
        )
      }
    >
      {students.length === 0 && (
        <EmptyState icon={<Users />} hint="Add a student by email to follow their progress." className="py-6">
          No students added yet.
        </EmptyState>
      )}
      {students.length > 0 && shown.length === 0 && (
        <EmptyState
          icon={<Search />}
          className="py-6"
          action={<Button onClick={() => search('')}>Show all students</Button>}
        >
          No student matches “{searched.trim()}”.
        </EmptyState>
      )}
      <ul ref={list} aria-label="Your students" className={GRID}>
        {shown.map((student) => (
          <StudentCard key={student.id} student={student} onRemove={begin} />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {hasSearch && searched.trim() !== '' && `${shown.length} of ${students.length} students`}
      </p>
      {removing && (
        <Suspense>
          <RemoveStudentDialog student={removing} onClose={end} />
        </Suspense>
      )}
    </Card>
  );
}

/** What was pressed goes with its card; the focus goes on to the card beside it, or to the heading. */
function useRemoving() {
  const [removing, setRemoving] = useState<Student>();
  const list = useRef<HTMLUListElement>(null);
  const beside = useRef<Element>(null);
  const isLost = useRef(false);

  // Not before the dialog has closed: until then nothing else takes the focus.
  useEffect(() => {
    if (removing || !isLost.current) return;
    isLost.current = false;
    const next = beside.current?.isConnected && beside.current.querySelector<HTMLElement>('a, button');
    if (next) next.focus();
    else if (list.current) focusHeading(list.current);
  }, [removing]);

  return {
    removing,
    list,
    begin: (student: Student, card: Element | null) => {
      beside.current = card?.nextElementSibling ?? card?.previousElementSibling ?? null;
      setRemoving(student);
    },
    end: (isGone = false) => {
      isLost.current = isGone;
      setRemoving(undefined);
    },
  };
}

type StudentCardProps = { student: Student; onRemove: (student: Student, card: Element | null) => void };

function StudentCard({ student, onRemove }: StudentCardProps) {
  const name = shownName(student);
  const { status, email, invitation_link: link } = student;
  const [isUncopied, setUncopied] = useState(false);
  return (
    // Out of sight it costs nothing: 400 of them scroll as one does.
    <li className="relative flex min-h-24 flex-col rounded-md border border-line p-3 pr-1 [contain-intrinsic-block-size:auto_6rem] [content-visibility:auto] has-[a]:hover:border-line-strong has-[a]:hover:bg-hover has-[section]:col-span-full">
      <div className="flex items-start gap-1">
        <p className="line-clamp-2 min-w-0 flex-1 pt-0.5 font-medium wrap-anywhere">
          {status === 'active' ? <StudentLink student={student}>{name}</StudentLink> : name}
        </p>
        <IconButton
          title="Remove student"
          aria-label={`Remove student ${name}`}
          variant="danger"
          size="small"
          className="relative -mt-1 pointer-coarse:-mt-2"
          icon={<Trash2 />}
          onClick={(event) => onRemove(student, event.currentTarget.closest('li'))}
        />
      </div>
      <p className="truncate pr-2 text-small text-ink-soft" title={email}>
        {email}
      </p>
      <div className="mt-auto flex items-center justify-between gap-1 pt-2">
        <StatusBadge status={status} />
        {link && (
          <IconButton
            title="Copy invitation link"
            aria-label={`Copy invitation link of ${name}`}
            size="small"
            className="-my-1 pointer-coarse:-my-2.5"
            icon={<Link2 />}
            onClick={() => void copyLink(link).then((isCopied) => setUncopied(!isCopied))}
          />
        )}
      </div>
      {link && isUncopied && (
        <div className="mt-3 pr-2">
          <Suspense>
            <InvitationPanel invited={{ ...student, link }} isUncopied onClose={() => setUncopied(false)} />
          </Suspense>
        </div>
      )}
    </li>
  );
}

/** The whole card can be pressed; the link in it says where to. */
function StudentLink({ student, children }: { student: Student; children: ReactNode }) {
  return (
    <Link
      href={pathTo('teacherStudent', { studentId: student.id })}
      className="after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
    >
      {children}
    </Link>
  );
}
