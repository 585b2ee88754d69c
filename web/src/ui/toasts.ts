import { createListeners } from '../state/observable.ts';

type ToastTone = 'done' | 'danger' | 'neutral';

export type Toast = {
  tone?: ToastTone;
  text: string;
  action?: { label: string; run: () => void };
  /** How long it stays: 3 unless told, 6 with an action. Resting on it stops the clock. */
  seconds?: number;
  /** While one of the same kind is still there, both become one, whose action does both. */
  joins?: Joining;
};

type Joining = {
  kind: string;
  /** How many this one is about. */
  count: number;
  textOf: (count: number) => string;
};

export type ShownToast = Toast & { id: number; shownAt: number };

/** The newest; and before it an error, if it is a mere remark. */
let toasts: readonly ShownToast[] = [];
let next = 1;
/** The dialogs that are open, the uppermost last. */
let dialogs: readonly string[] = [];
const { tell, subscribe } = createListeners();

function set(list: readonly ShownToast[]) {
  toasts = list;
  tell();
}

const isError = ({ tone }: Toast) => tone === 'danger';

/** Says something at the lower edge of the screen, in place of what was said before; an error does not yield to a mere remark. */
export function showToast(toast: Toast): number {
  const id = next++;
  const { tone = 'neutral' } = toast;
  const others = tone === 'neutral' ? toasts.filter(isError) : [];
  set([...others, { ...joined(toast), id, shownAt: performance.now() }]);
  return id;
}

/**
 * Says that a script of the page did not come. Trying again need not help: many browsers, Safari and Firefox among
 * them, remember that it did not for as long as the page lives (github.com/whatwg/html/issues/6768), and an app on a
 * home screen has no button that reloads.
 */
export const sayMissing = (): number =>
  showToast({
    tone: 'danger',
    text: `This could not be loaded. ${navigator.onLine ? 'Please try again.' : 'You seem to be offline.'}`,
    seconds: 6,
    ...(navigator.onLine && { action: { label: 'Reload', run: () => window.location.reload() } }),
  });

/** How long a change to many can be undone. */
export const UNDO_MANY = 10;

function joined(toast: Toast): Toast {
  const { joins, action } = toast;
  const before = toasts.find((other) => joins && other.joins?.kind === joins.kind);
  if (!joins || !action || !before?.action || !before.joins) return toast;
  const count = before.joins.count + joins.count;
  const { run } = before.action;
  return {
    ...toast,
    text: joins.textOf(count),
    joins: { ...joins, count },
    seconds: UNDO_MANY,
    action: {
      ...action,
      run: () => {
        run();
        action.run();
      },
    },
  };
}

/** Says in the same place what went wrong after it. What can be done about the first stays. */
export function sayMore(id: number, text: string) {
  set(
    toasts.map((toast) =>
      toast.id === id
        ? {
            ...toast,
            tone: 'danger',
            text: `${withStop(toast.text)} ${text}`,
            seconds: Math.max(toast.seconds ?? 0, 6),
          }
        : toast,
    ),
  );
}

/** As a sentence that others can follow. */
export const withStop = (text: string): string => text.replace(/\.?$/, '.');

export function hideToast(id: number) {
  set(toasts.filter((toast) => toast.id !== id));
}

/** From now on, until the returned function is called, toasts appear in this dialog. */
export function sayIn(dialog: string) {
  dialogs = [...dialogs, dialog];
  tell();
  return () => {
    dialogs = dialogs.filter((other) => other !== dialog);
    tell();
  };
}

export const toastStore = {
  subscribe,
  /** What is said in a dialog; without one, what is said on the page. */
  read: (dialog?: string): ShownToast | undefined =>
    dialogs.at(-1) === dialog ? (toasts.find(isError) ?? toasts[0]) : undefined,
  readNone: () => undefined,
};
