import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { observable, useObservable } from '../state/observable.ts';
import { cx } from './cx.ts';

/**
 * Every notice for the lower edge of the window, the most urgent first. Only the first of those that have something to
 * say is on the screen; the others come back when it goes. A new one gets its place here, and may be drawn anywhere on a
 * page: `<Strip kind="selection" label="Tick several">`. Viewing as somebody else is said below whatever else there is.
 */
const ORDER = [
  'ended-login',
  'guest-ends',
  'selection',
  'no-connection',
  'no-answer',
  'request',
  'unconfirmed',
  'guest',
] as const;

type RankedKind = (typeof ORDER)[number];
type StripKind = RankedKind | 'viewing';

const waiting = observable<readonly RankedKind[]>([]);

/** Whether this is the one to be shown. Before the first paint all are, as they were rendered at build time. */
function useStripPlace(kind: RankedKind): boolean {
  const kinds = useObservable(waiting);
  useLayoutEffect(() => {
    waiting.write([...waiting.read(), kind]);
    return () => {
      const at = waiting.read().indexOf(kind);
      waiting.write(waiting.read().filter((_, index) => index !== at));
    };
  }, [kind]);
  return !kinds.some((other) => ORDER.indexOf(other) < ORDER.indexOf(kind));
}

const shown = new Set<HTMLElement>();
let sizes: ResizeObserver | undefined;

const isAfter = (one: HTMLElement, other: HTMLElement) =>
  (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/**
 * Strips stand on one another, the last of the page at the edge. Tells the style sheet how much of the edge is taken:
 * the page keeps that room, toasts stand above it, and no focus hides behind it.
 */
function measure(): void {
  let taken = 0;
  for (const strip of [...shown].toSorted((one, other) => (isAfter(one, other) ? -1 : 1))) {
    strip.style.bottom = `${taken}px`;
    taken += strip.offsetHeight;
  }
  document.documentElement.style.setProperty('--strip-height', `${taken}px`);
}

function keepFree(strip: HTMLElement): () => void {
  sizes ??= new ResizeObserver(measure);
  shown.add(strip);
  sizes.observe(strip);
  return () => {
    shown.delete(strip);
    sizes?.unobserve(strip);
    measure();
  };
}

interface StripProps {
  kind: StripKind;
  label: string;
  className?: string;
  /** The words, as `role="status"` (or `alert`, when something has ended), then the buttons. */
  children?: ReactNode;
}

/** A notice along the lower edge of the window, unless there is a more urgent one. */
export function Strip({ kind, ...rest }: StripProps) {
  return kind === 'viewing' ? <ShownStrip {...rest} /> : <RankedStrip kind={kind} {...rest} />;
}

function RankedStrip({ kind, ...rest }: StripProps & { kind: RankedKind }) {
  return useStripPlace(kind) && <ShownStrip {...rest} />;
}

function ShownStrip({ label, className, children }: Omit<StripProps, 'kind'>) {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => (strip.current ? keepFree(strip.current) : undefined), []);
  return (
    <aside ref={strip} aria-label={label} className={cx('strip', className)}>
      <div className="mx-auto flex min-h-14 max-w-page flex-wrap items-center justify-end gap-x-2 px-4 py-1.5">
        {children}
      </div>
    </aside>
  );
}

/** Stands at the end of the page: what is there can be scrolled out from behind the strip. */
export const StripRoom = () => <div className="strip-room" />;
