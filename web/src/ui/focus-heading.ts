/** For when what held the focus goes: a reader goes on from the heading of the part that it stood in. */
export function focusHeading(gone: Element): void {
  const part = gone.closest('dialog, section') ?? document;
  const heading = part.querySelector<HTMLElement>('h1') ?? part.querySelector('h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
