import { ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { counted } from '../../../format/counted.ts';
import { pathTo } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { focusHeading, useFocusAfter } from '../../../ui/focus.ts';
import { type Attention, type AttentionLine, bringBack, setAside, whoOf } from './attention.ts';

/** So few are shown without being asked for. */
const FEW = 5;

/** Who needs attention, and why: a line for each reason, which opens. On a phone the lines fold into one. */
export default function AttentionCard({ attention }: { attention: Attention }) {
  const { count, lines, setAside: aside } = attention;
  const isFew = count <= FEW;
  const [isChosen, setChosen] = useState<boolean>();
  const isOpen = isChosen ?? isFew;
  return (
    <section
      aria-label="Needs attention"
      className="overflow-clip rounded-lg border border-line bg-surface shadow-card print:hidden"
    >
      <header className="relative flex min-h-11 items-center gap-2 px-4 py-2 sm:px-5">
        <h2 className="min-w-0 flex-1 text-lead outline-none">Needs attention</h2>
        {count > 0 && (
          <>
            <p className="text-small text-ink-soft max-sm:hidden">{counted(count, 'student')}</p>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={`Needs attention: ${counted(count, 'student')}`}
              className="flex items-center gap-1 text-small text-ink-soft after:absolute after:inset-0 sm:hidden"
              onClick={() => setChosen(!isOpen)}
            >
              {count}
              <ChevronRight
                className={cx('size-4.5 transition-transform', isOpen && 'rotate-90')}
                aria-hidden="true"
              />
            </button>
          </>
        )}
      </header>
      <div className={cx(!isOpen && 'max-sm:hidden')}>
        {lines.map((line) => (
          <Line key={line.id} line={line} isOpen={isFew} />
        ))}
      </div>
      {aside.length > 0 && <SetAside ids={aside} />}
    </section>
  );
}

function Line({ line, isOpen }: { line: AttentionLine; isOpen: boolean }) {
  return (
    <details open={isOpen} className="group border-t border-line">
      <summary className="flex min-h-11 items-center gap-2 px-4 py-2 select-none hover:bg-hover focus-visible:-outline-offset-2 sm:px-5">
        <ChevronRight
          className="-ml-1 size-4.5 shrink-0 text-ink-soft transition-transform group-open:rotate-90"
          aria-hidden="true"
        />
        <span className="font-medium max-sm:flex-1 sm:w-56">{line.title}</span>
        <span className="text-ink-soft tabular-nums sm:w-8">{line.students.length}</span>
        <span className="min-w-0 truncate text-ink-soft group-open:invisible max-sm:hidden">
          {whoOf(line)}
        </span>
      </summary>
      <ul className="pb-2">
        {line.students.map((student) => (
          <Row key={student.id} student={student} />
        ))}
      </ul>
    </details>
  );
}

function Row({ student }: { student: AttentionLine['students'][number] }) {
  const { id, name, reason } = student;
  const [isBusy, setBusy] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  useFocusAfter(row, focusHeading);
  return (
    <li
      ref={row}
      className="flex flex-wrap items-center gap-x-3 pl-4 max-sm:py-1 sm:min-h-11 sm:pr-3 sm:pl-10"
    >
      <p className="min-w-0 flex-1 basis-44 py-1 wrap-anywhere sm:flex sm:gap-3">
        <Link
          href={pathTo('teacherStudent', { studentId: id })}
          className="link block text-ink! sm:w-56 sm:shrink-0"
        >
          {name}
        </Link>
        <span className="text-ink-soft max-sm:text-small">{reason}</span>
      </p>
      <Button
        variant="ghost"
        size="small"
        busy={isBusy}
        aria-label={`Set aside for a week: ${name}`}
        onClick={() => {
          setBusy(true);
          void setAside(student).then(() => setBusy(false));
        }}
      >
        Set aside for a week
      </Button>
    </li>
  );
}

function SetAside({ ids }: { ids: readonly number[] }) {
  const line = useRef<HTMLDivElement>(null);
  useFocusAfter(line, focusHeading);
  return (
    <div
      ref={line}
      className="flex items-center gap-2 border-t border-line py-1 pr-3 pl-4 text-small text-ink-soft sm:pl-5"
    >
      {ids.length} set aside
      <Button variant="ghost" size="small" onClick={() => void bringBack(ids)}>
        Bring back
      </Button>
    </div>
  );
}
