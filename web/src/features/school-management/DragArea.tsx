import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { createContext, type ReactNode, type SyntheticEvent, useContext, useState } from 'react';
import { counted } from '../../format/counted.ts';
import { Hand, KeyboardMoves } from './keyboard-moves.ts';
import { nameOf, type User } from './school-data.ts';

/** What a drop card tells about itself. */
export type CardData = { teacherId: number; name: string; count: number };

/** What can be grabbed carries the student's id in this attribute. */
const HANDLE = '[data-student]';
const DRAGGED = 'student';

// A few pixels before a press becomes a drag; a finger must rest first, or the list could not be scrolled by it.
const BY_MOUSE = { activationConstraint: { distance: 4 } };
const BY_TOUCH = { activationConstraint: { delay: 220, tolerance: 8 } };
/** The page follows the pointer to its edges; the list that the student came from stays as it is. */
const AUTO_SCROLL = {
  threshold: { x: 0, y: 0.15 },
  canScroll: (element: Element) => element === document.scrollingElement,
};
const NEXT =
  'Choose a teacher with the arrow keys or the first letter of the name. Press Space to assign, or Escape to cancel.';
const INSTRUCTIONS = { draggable: `Press Space to pick up. ${NEXT}` };

const Help = createContext('');
/** The id of the words that tell how a student is moved by key. */
export const useDragHelp = () => useContext(Help);

type DragAreaProps = {
  students: readonly User[];
  onDrop: (student: User, teacherId: number) => void;
  children: (dragged: number | undefined) => ReactNode;
};

/** Within it, students are dragged by mouse, touch and key onto the cards of teachers. */
export function DragArea({ students, onDrop, children }: DragAreaProps) {
  const [dragged, setDragged] = useState<User>();
  const [hand] = useState(() => new Hand());
  const [byKey] = useState({ hand });
  const sensors = useSensors(
    useSensor(MouseSensor, BY_MOUSE),
    useSensor(TouchSensor, BY_TOUCH),
    useSensor(KeyboardMoves, byKey),
  );
  const [announcements] = useState(() => wordsFor(hand));
  // By key there is no pointer.
  const collisions: CollisionDetection = (all) => {
    if (all.pointerCoordinates) return pointerWithin(all);
    return hand.card === undefined ? [] : [{ id: hand.card }];
  };

  const hold = (id: string | undefined) => hand.take(students.find((student) => String(student.id) === id));

  function end({ over, activatorEvent }: DragEndEvent) {
    const { student } = hand;
    setDragged(undefined);
    if (!student || !over) return;
    if (activatorEvent instanceof KeyboardEvent) focusNextTo(activatorEvent.target);
    onDrop(student, (over.data.current as CardData).teacherId);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisions}
      autoScroll={AUTO_SCROLL}
      accessibility={{ announcements, screenReaderInstructions: INSTRUCTIONS, restoreFocus: false }}
      onDragStart={() => setDragged(hand.student)}
      onDragEnd={end}
      onDragCancel={() => setDragged(undefined)}
    >
      <Grab onHold={hold}>{children(dragged?.id)}</Grab>
      <DragOverlay dropAnimation={null} className="pointer-events-none">
        {dragged && (
          <div className="w-max max-w-64 min-w-40 -rotate-1 cursor-grabbing rounded-md border border-accent bg-raised px-3 py-2 shadow-raised">
            <p className="truncate font-medium">{nameOf(dragged)}</p>
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/**
 * There is one thing to drag: whatever was pressed. So a student in a list costs no more than their line, be there ten
 * or a thousand.
 */
function Grab({ onHold, children }: { onHold: (id: string | undefined) => boolean; children: ReactNode }) {
  const { attributes, listeners, setNodeRef } = useDraggable({ id: DRAGGED });
  const pass = (name: string) => (event: SyntheticEvent) => {
    const handle = (event.target as Element).closest<HTMLElement>(HANDLE);
    if (!handle || !onHold(handle.dataset['student'])) return;
    setNodeRef(handle);
    (listeners?.[name] as ((event: SyntheticEvent) => void) | undefined)?.(event);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears what its buttons are told
    <div
      onMouseDown={pass('onMouseDown')}
      onTouchStart={pass('onTouchStart')}
      onKeyDown={pass('onKeyDown')}
      className="contents"
    >
      <Help value={attributes['aria-describedby']}>{children}</Help>
    </div>
  );
}

/** The student leaves the list; the one after takes the focus, so that the work goes on. */
function focusNextTo(handle: EventTarget | null): void {
  const line = (handle as Element | null)?.closest('[data-leaves]');
  if (!line) return;
  const next = line.nextElementSibling ?? line.previousElementSibling;
  const list = line.parentElement;
  (next?.querySelector<HTMLElement>(HANDLE) ?? list)?.focus({ preventScroll: true });
}

function wordsFor(hand: Hand): Announcements {
  const student = () => (hand.student ? nameOf(hand.student) : 'The student');
  return {
    onDragStart: () => `Picked up ${student()}. ${NEXT}`,
    onDragOver: ({ over }) => {
      if (!over) return `${student()} is over no teacher.`;
      const { name, count } = over.data.current as CardData;
      return `${student()} is over ${name}, ${counted(count, 'student')}.`;
    },
    onDragEnd: ({ over }) =>
      over
        ? `${student()} was dropped on ${(over.data.current as CardData).name}.`
        : `${student()} was put back.`,
    onDragCancel: () => `Cancelled. ${student()} was put back.`,
  };
}
