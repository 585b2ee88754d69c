/** As a `ref`: what takes another's place in a dialog takes the focus too. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
