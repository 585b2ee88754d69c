import { Check, CircleAlert, X } from 'lucide-react';
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { focusHeading, useFocusAfter } from './focus.ts';
import { hideToast, type ShownToast, sayIn, toastStore } from './toasts.ts';

/**
 * Where toasts appear. One stands at the root and one in each dialog, outside of which nothing is spoken or can be
 * pressed; and from the start: a screen reader listens to places, not to news.
 */
export function Toaster({ dialog }: { dialog?: string }) {
  const toast = useSyncExternalStore(
    toastStore.subscribe,
    () => toastStore.read(dialog),
    toastStore.readNone,
  );
  const box = useRef<HTMLDivElement>(null);
  /** What had the focus before a toast. */
  const origin = useRef<Element>(null);
  useLayoutEffect(() => (dialog === undefined ? undefined : sayIn(dialog)), [dialog]);

  // What is said goes to another place if the first has something to press.
  useLayoutEffect(() => {
    if (toast && box.current) placeBesideControls(box.current);
  }, [toast]);

  // In the top layer, above the dialog that holds it.
  useEffect(() => {
    if (!box.current?.matches(':popover-open')) box.current?.showPopover();
  }, []);

  return (
    <div
      ref={box}
      popover="manual"
      className="toaster"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) origin.current = relatedTarget;
      }}
    >
      {(['polite', 'assertive'] as const).map((manner) => (
        <div key={manner} aria-live={manner} className="contents">
          {toast && (toast.tone === 'danger') === (manner === 'assertive') && (
            <ToastCard key={toast.id} toast={toast} origin={origin} />
          )}
        </div>
      ))}
    </div>
  );
}

const CONTROLS = ':is(header, main) :is(a, button, input, select, textarea, [tabindex="0"])';
/** The usual one last, where it stays if none is free. On a phone, where a toast is as wide as the screen, they are one. */
const PLACES = ['right', 'left', 'middle', 'right'];

function placeBesideControls(toaster: HTMLElement): void {
  const controls = Array.from(document.querySelectorAll(CONTROLS), (control) =>
    control.getBoundingClientRect(),
  );
  PLACES.some((place) => {
    toaster.dataset['place'] = place;
    const { top, right, bottom, left } = toaster.getBoundingClientRect();
    return !controls.some(
      (control) =>
        control.bottom > top && control.top < bottom && control.right > left && control.left < right,
    );
  });
}

function ToastCard({ toast, origin }: { toast: ShownToast; origin: RefObject<Element | null> }) {
  const { id, tone = 'neutral', text, action, seconds = action ? 6 : 3 } = toast;
  // Drawn again in a dialog that opens, it has the time that was left; after a pointer rests on it, it starts over.
  const [since, setSince] = useState<number | undefined>(toast.shownAt);
  const rest = () => setSince(undefined);
  const goOn = () => setSince(performance.now());
  const card = useRef<HTMLDivElement>(null);
  const focusOrigin = useCallback(
    (gone: Element) => {
      const { current: from } = origin;
      if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
      else focusHeading(gone);
    },
    [origin],
  );
  useFocusAfter(card, focusOrigin);

  useEffect(() => {
    if (since === undefined) return undefined;
    const timer = setTimeout(() => hideToast(id), since + seconds * 1000 - performance.now());
    return () => clearTimeout(timer);
  }, [id, seconds, since]);

  const canUndo = action?.label === 'Undo';
  function act(): void {
    hideToast(id);
    action?.run();
  }
  useUndoKey(canUndo ? act : undefined);

  return (
    <div
      ref={card}
      className="toast"
      onPointerEnter={rest}
      onPointerLeave={goOn}
      onFocus={rest}
      onBlur={goOn}
    >
      {tone === 'done' && <Check className="size-4.5 shrink-0 text-toast-done" aria-hidden="true" />}
      {tone === 'danger' && (
        <CircleAlert className="size-4.5 shrink-0 text-toast-danger" aria-hidden="true" />
      )}
      <p className="min-w-0 flex-1 py-3">{text}</p>
      {action && (
        <button
          type="button"
          className="min-h-11 shrink-0 rounded-md px-2 font-medium text-toast-accent hover:underline"
          aria-keyshortcuts={canUndo ? 'Control+Z' : undefined}
          onClick={act}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        title="Dismiss"
        className="grid size-11 shrink-0 place-items-center rounded-md"
        onClick={() => hideToast(id)}
      >
        <X className="size-4" />
      </button>
    </div>
  );
}

const IS_TYPED_IN = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable]';

/** As everywhere: a toast is far away for somebody who moves by the Tab key. In a field it undoes what was typed. */
function useUndoKey(undo: (() => void) | undefined): void {
  useEffect(() => {
    if (!undo) return undefined;
    const listen = (event: KeyboardEvent) => {
      const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isUndo || (event.target instanceof Element && event.target.matches(IS_TYPED_IN))) return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [undo]);
}
