import { createListeners } from '../state/observable.ts';

type ToastTone = 'done' | 'danger' | 'neutral';

export type Toast = {
  tone?: ToastTone;
  text: string;
  action?: { label: string; run: () => void };
  /** How long it stays: 3 unless told, 6 with an action. Resting on it stops the clock. */
  seconds?: number;
};

export type ShownToast = Toast & { id: number; shownAt: number };

const most = 3;
const none: readonly ShownToast[] = [];
let toasts = none;
let next = 1;
/** The dialogs that are open, the uppermost last. */
let dialogs: readonly string[] = [];
const { tell, subscribe } = createListeners();

function set(list: readonly ShownToast[]) {
  toasts = list;
  tell();
}

/** Says something in the corner of the screen. A toast with the same text takes the place of the old one. */
export function showToast(toast: Toast): number {
  const id = next++;
  set(
    [...toasts.filter((old) => old.text !== toast.text), { ...toast, id, shownAt: performance.now() }].slice(
      -most,
    ),
  );
  return id;
}

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
  read: (dialog?: string) => (dialogs.at(-1) === dialog ? toasts : none),
  readNone: () => none,
};
