import { ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { counted } from '../../../format/counted.ts';
import { pathTo } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { focusHeading, useFocusAfter } from '../../../ui/focus.ts';
import { type Attention, type AttentionLine, whoOf } from './attention.ts';
import { bringBack, setAside } from './set-aside.ts';
import './attention.css';

/** So few are shown without being asked for. */
const FEW = 5;

/** Who needs attention, and why: a line for each reason, which opens. On a phone the lines fold into one. */
export default function AttentionCard({ attention }: { attention: Attention }) {
  const { count, lines, setAside: aside } = attention;
  const isFew = count <= FEW;
  const [isChosen, setChosen] = useState<boolean>();
  const isOpen = isChosen ?? isFew;
  return (
    <section aria-label="Needs attention" className="attention">
      <header className="attention-head">
        <h2>Needs attention</h2>
        {count > 0 && (
          <>
            <p className="attention-total text-small text-ink-soft">{counted(count, 'student')}</p>
            <button
              type="button"
              className="attention-fold"
              aria-expanded={isOpen}
              aria-label={`Needs attention: ${counted(count, 'student')}`}
              onClick={() => setChosen(!isOpen)}
            >
              {count}
              <ChevronRight className="attention-arrow" aria-hidden="true" />
            </button>
          </>
        )}
      </header>
      <div className="attention-lines" data-folded={isOpen ? undefined : ''}>
        {lines.map((line) => (
          <Line key={line.id} line={line} isOpen={isFew} />
        ))}
      </div>
      {aside.length > 0 && <SetAside students={aside} />}
    </section>
  );
}

function Line({ line, isOpen }: { line: AttentionLine; isOpen: boolean }) {
  return (
    <details open={isOpen}>
      <summary>
        <ChevronRight className="attention-arrow" aria-hidden="true" />
        <span className="attention-title">{line.title}</span>
        <span className="attention-count">{line.students.length}</span>
        <span className="attention-who">{whoOf(line)}</span>
      </summary>
      <ul className="attention-rows">
        {line.students.map((student) => (
          <Row
            key={student.id}
            student={student}
            said={student.reason}
            label="Set aside for a week"
            act={setAside}
          />
        ))}
      </ul>
    </details>
  );
}

type Named = { id: number; name: string };
type RowProps = { student: Named; said: string; label: string; act: (student: Named) => Promise<void> };

function Row({ student, said, label, act }: RowProps) {
  const { id, name } = student;
  const [isBusy, setBusy] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  useFocusAfter(row, focusHeading);
  return (
    <li ref={row} className="attention-row">
      <p className="attention-said">
        <Link href={pathTo('teacherStudent', { studentId: id })} className="link attention-name">
          <bdi>{name}</bdi>
        </Link>
        <span className="attention-reason">{said}</span>
      </p>
      <Button
        variant="ghost"
        size="small"
        busy={isBusy}
        aria-label={`${label}: ${name}`}
        onClick={() => {
          setBusy(true);
          void act(student).then(() => setBusy(false));
        }}
      >
        {label}
      </Button>
    </li>
  );
}

/** Who comes back by themselves, and when; or now. */
function SetAside({ students }: { students: Attention['setAside'] }) {
  return (
    <details>
      <summary className="attention-aside">
        <ChevronRight className="attention-arrow" aria-hidden="true" />
        {students.length} set aside
      </summary>
      <ul className="attention-rows">
        {students.map((student) => (
          <Row key={student.id} student={student} said={student.until} label="Bring back" act={bringBack} />
        ))}
      </ul>
    </details>
  );
}
