export type ToastTone = 'done' | 'danger' | 'neutral';

export type Toast = {
  tone?: ToastTone;
  text: string;
  action?: { label: string; run: () => void };
  /** How long it stays: 3 unless told, 6 with an action. Resting on it stops the clock. */
  seconds?: number;
};

export type ShownToast = Toast & { id: number };

const most = 3;
let toasts: readonly ShownToast[] = [];
let next = 1;
const listeners = new Set<() => void>();

function set(list: readonly ShownToast[]) {
  toasts = list;
  for (const listener of listeners) listener();
}

/** Says something in the corner of the screen. A toast with the same text takes the place of the old one. */
export function showToast(toast: Toast): number {
  const id = next++;
  set([...toasts.filter((old) => old.text !== toast.text), { ...toast, id }].slice(-most));
  return id;
}

export function hideToast(id: number) {
  set(toasts.filter((toast) => toast.id !== id));
}

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  read: () => toasts,
};
