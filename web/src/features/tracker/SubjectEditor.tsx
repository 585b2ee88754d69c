import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { type DragEvent, useLayoutEffect, useRef, useState } from 'react';
import { subjectName } from '../../../../domain/subjects.ts';
import { failureOf } from '../../api/failure.ts';
import { counted } from '../../format/counted.ts';
import { SubjectChecklist } from '../../subjects/SubjectChecklist.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { SubjectWithDot } from './SubjectChip.tsx';
import { completedOf } from './state/progress.ts';
import { placeSubject, toggleSubject } from './state/subjects.ts';
import './subject-order.css';

type SubjectEditorProps = { subjects: readonly string[]; onDone: () => void };

/** The subjects in their order, and the checklist of all. Each change is saved by itself. */
export default function SubjectEditor({ subjects, onDone }: SubjectEditorProps) {
  const { saving, toggle } = useToggling(subjects);

  return (
    <div className="border-t border-line">
      {subjects.length > 0 && (
        <SubjectOrder
          subjects={subjects}
          onPlace={(id, placeFrom) => void orSayFailed(placeSubject(id, placeFrom))}
          onRemove={toggle}
        />
      )}
      <h2 className="px-4 pt-4 pb-2 text-body sm:px-5">Select Your IB Subjects:</h2>
      <SubjectChecklist
        // Drawn as it will be once it is saved; the list itself changes only then.
        isChosen={(id) => subjects.includes(id) !== saving.has(id)}
        isSaving={(id) => saving.has(id)}
        toggle={toggle}
        onDone={onDone}
        columns={3}
      />
    </div>
  );
}

/** 'Geography SL removed. Its 12 papers are kept.' */
function sayRemoved(id: string, undo: () => void): void {
  const count = completedOf(id).length;
  const kept = count === 0 ? '' : ` Its ${counted(count, 'paper')} ${count === 1 ? 'is' : 'are'} kept.`;
  showToast({ text: `${subjectName(id)} removed.${kept}`, action: { label: 'Undo', run: undo } });
}

const removalOf = (id: string) => `Remove ${subjectName(id)}`;

type SubjectOrderProps = {
  subjects: readonly string[];
  onPlace: (id: string, placeFrom: (at: number) => number) => void;
  onRemove: (id: string) => void;
};

/** The subjects as chips that can be moved, by button or by hand, and removed. */
function SubjectOrder({ subjects, onPlace, onRemove }: SubjectOrderProps) {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string>();
  /** The button that takes the focus once what was pressed has moved or gone, which makes the browser forget it. */
  const pressed = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (pressed.current === undefined || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`[aria-label="${pressed.current}"]`)?.focus();
    pressed.current = undefined;
  });

  function drop(event: DragEvent, place: number) {
    event.preventDefault();
    if (dragged !== undefined) onPlace(dragged, () => place);
    setDragged(undefined);
  }

  return (
    <ul ref={list} className="subject-order">
      {subjects.map((id, place) => {
        const move = (direction: 'earlier' | 'later') => {
          const title = `Move ${subjectName(id)} ${direction}`;
          const isLast = place === (direction === 'earlier' ? 0 : subjects.length - 1);
          return {
            title,
            size: 'small' as const,
            'aria-disabled': isLast || undefined,
            onClick: () => {
              if (isLast) return;
              pressed.current = title;
              onPlace(id, (at) => at + (direction === 'earlier' ? -1 : 1));
            },
          };
        };
        return (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons move it as well
          <li
            key={id}
            draggable
            className={dragged === id ? 'subject-dragged' : undefined}
            onDragStart={() => setDragged(id)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={(event) => drop(event, place)}
          >
            <SubjectWithDot id={id} />
            <span className="ml-auto flex">
              <IconButton {...move('earlier')} icon={<ArrowLeft className="max-md:rotate-90" />} />
              <IconButton {...move('later')} icon={<ArrowRight className="max-md:rotate-90" />} />
              <IconButton
                title={removalOf(id)}
                size="small"
                icon={<X />}
                onClick={() => {
                  const beside = subjects[place + 1] ?? subjects[place - 1];
                  pressed.current = beside && removalOf(beside);
                  onRemove(id);
                }}
              />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** One change of a subject at a time; the others stay free meanwhile. */
function useToggling(subjects: readonly string[]) {
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set());

  async function toggle(id: string): Promise<void> {
    if (saving.has(id)) return;
    const place = subjects.indexOf(id);
    setSaving((before) => new Set(before).add(id));
    const isSaved = await orSayFailed(toggleSubject(id));
    setSaving((before) => new Set([...before].filter((other) => other !== id)));
    if (isSaved && place >= 0) sayRemoved(id, () => void orSayFailed(placeSubject(id, () => place)));
  }

  return { saving, toggle: (id: string) => void toggle(id) };
}

async function orSayFailed(change: Promise<void>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    const { sentence, hint } = failureOf(error, () => 'Failed to update subjects');
    showToast({ tone: 'danger', text: hint === undefined ? sentence : `${sentence}. ${hint}` });
    return false;
  }
}
