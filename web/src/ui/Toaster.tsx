import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { hideToast, type ShownToast, toastStore } from './toasts.ts';

const none: readonly ShownToast[] = [];

/** Where toasts appear. Stands once, at the root, and from the start: a screen reader listens to places, not to news. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  const box = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;

  // In the top layer, and above a dialog that was opened before the toast.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    if (newest !== undefined && document.querySelector('dialog:modal')) element.hidePopover();
    if (!element.matches(':popover-open')) element.showPopover();
  }, [newest]);

  return (
    <div ref={box} popover="manual" className="toaster">
      {(['polite', 'assertive'] as const).map((manner) => (
        <div key={manner} aria-live={manner} className="contents">
          {toasts
            .filter((toast) => (toast.tone === 'danger') === (manner === 'assertive'))
            .map((toast) => (
              <ToastCard key={toast.id} toast={toast} />
            ))}
        </div>
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const { id, tone = 'neutral', text, action, seconds = action ? 6 : 3 } = toast;
  const [resting, setResting] = useState(false);

  useEffect(() => {
    if (resting) return undefined;
    const timer = setTimeout(() => hideToast(id), seconds * 1000);
    return () => clearTimeout(timer);
  }, [id, seconds, resting]);

  return (
    <div
      className="toast"
      onPointerEnter={() => setResting(true)}
      onPointerLeave={() => setResting(false)}
      onFocus={() => setResting(true)}
      onBlur={() => setResting(false)}
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
          onClick={() => {
            hideToast(id);
            action.run();
          }}
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
