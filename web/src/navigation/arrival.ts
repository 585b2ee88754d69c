import { useEffect, useLayoutEffect } from 'react';

/** Where the skip link and the focus after a navigation go. */
export const MAIN_ID = 'main';

/** The path that was last arrived at, by whichever page; the first is where the browser itself has put us. */
let arrivedAt: string | undefined;
/** Going back or forward, the browser restores the place on the page itself. */
let byHistory = false;

export function followHistory(): void {
  for (const kind of ['pushState', 'replaceState', 'popstate']) {
    window.addEventListener(kind, () => {
      byHistory = kind === 'popstate';
    });
  }
}

/** The id of the part that an address ends in: with another name the browser would go there too, and drop the focus. */
export const partId = (name: string) => `part-${name}`;
export const findPart = () => document.getElementById(partId(window.location.hash.slice(1)));

/** A new page: its title, its top, and the focus on its heading. */
export function useArrival(path: string, title: string): void {
  useLayoutEffect(() => {
    document.title = titleOf(title);
  }, [title]);

  useEffect(() => {
    const first = arrivedAt === undefined;
    if (arrivedAt === path) return;
    arrivedAt = path;
    // A page of several parts goes to the one that its address names.
    if (first || findPart()) return;
    if (!byHistory) window.scrollTo(0, 0);
    const main = document.getElementById(MAIN_ID);
    (main?.querySelector<HTMLElement>('h1') ?? main)?.focus({ preventScroll: true });
  }, [path]);
}

/** From here on this page is left, and must not come back by the browser's Back as it was. */
export function leaveFor(address: string): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  window.location.assign(address);
}

/** What the browser's tab says of a page. */
export const titleOf = (page: string) => `${page} · Tickmark`;
