import type {
  Activators,
  DroppableContainer,
  SensorInstance,
  SensorProps,
  UniqueIdentifier,
} from '@dnd-kit/core';
import type { User } from './school-data.ts';

type Options = { hand: Hand };

const START = ['Space', 'Enter'];
const END = ['Space', 'Enter'];

/**
 * Moves a student from card to card: arrows, Home, End and the first letter of a teacher choose; Space or Enter drops;
 * Escape or anything else one may do cancels. dnd-kit's own sensor moves by pixels and scrolls the list it came from.
 */
export class KeyboardMoves implements SensorInstance {
  static readonly activators: Activators<Options> = [
    {
      eventName: 'onKeyDown',
      handler: ({ nativeEvent: event }: { nativeEvent: KeyboardEvent }) => {
        if (!START.includes(event.code) || event.repeat) return false;
        event.preventDefault();
        return true;
      },
    },
  ];

  readonly autoScrollEnabled = false;
  readonly #props: SensorProps<Options>;
  readonly #from: DOMRect | undefined;
  readonly #end = new AbortController();

  constructor(props: SensorProps<Options>) {
    this.#props = props;
    this.#from = props.activeNode.node.current?.getBoundingClientRect();
    const { signal } = this.#end;
    // Captured, so that the key that began it is not taken as one that follows, and nobody else hears the others.
    document.addEventListener('keydown', this.#pressed, { capture: true, signal });
    for (const event of ['pointerdown', 'visibilitychange'])
      document.addEventListener(event, this.#cancel, { capture: true, signal });
    window.addEventListener('resize', this.#cancel, { signal });
    props.onStart({ x: 0, y: 0 });
  }

  readonly #cancel = () => {
    this.#end.abort();
    this.#props.onCancel();
  };

  readonly #pressed = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      this.#cancel();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') this.#cancel();
    else if (END.includes(event.code)) {
      if (event.repeat) return;
      this.#end.abort();
      this.#props.onEnd();
    } else this.#moveBy(event.key);
  };

  #moveBy(key: string): void {
    const cards = this.#cards();
    const at = cards.findIndex(({ id }) => id === this.#props.options.hand.card);
    const card = cardFor(key, cards, at);
    const node = card?.node.current;
    if (!card || !node) return;
    this.#props.options.hand.card = card.id;
    node.scrollIntoView({ block: 'nearest' });
    const { left, top } = node.getBoundingClientRect();
    const { left: fromLeft = 0, top: fromTop = 0 } = this.#from ?? {};
    this.#props.onMove({ x: left - fromLeft + INSIDE.x, y: top - fromTop + INSIDE.y });
  }

  /** As they stand on the page. */
  #cards(): DroppableContainer[] {
    return this.#props.context.current.droppableContainers
      .getEnabled()
      .toSorted((a, b) => (isBefore(a.node.current, b.node.current) ? -1 : 1));
  }
}

/** Where in the card the student is drawn: below the teacher's name. */
const INSIDE = { x: 12, y: 56 };

function cardFor(key: string, cards: DroppableContainer[], at: number): DroppableContainer | undefined {
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: Math.max(at, 0) - 1,
    ArrowLeft: Math.max(at, 0) - 1,
    Home: 0,
    End: cards.length - 1,
  };
  const to = moves[key];
  if (to !== undefined) return cards.at(to % cards.length);
  if (key.length !== 1) return undefined;
  const rest = [...cards.slice(at + 1), ...cards.slice(0, at + 1)];
  return rest.find(({ data }) => String(data.current?.['name']).toLowerCase().startsWith(key.toLowerCase()));
}

const isBefore = (a: HTMLElement | null, b: HTMLElement | null): boolean =>
  a !== null && b !== null && (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** What is held, known from the press on although the drag begins only some pixels later. */
export class Hand {
  student: User | undefined;
  /** Over which card, where no pointer tells. */
  card: UniqueIdentifier | undefined;

  take(student: User | undefined): boolean {
    this.student = student;
    this.card = undefined;
    return student !== undefined;
  }
}
