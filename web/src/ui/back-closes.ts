/**
 * The browser's Back closes what is open above the page (dialogs, sheets, menus), the uppermost first, as Escape does.
 * While anything is open there is one more entry in the history, with the page's own address. Back leads from it to the
 * page, which closes; closed by other means, it is gone back from.
 */

type Close = () => void;

/** What is open, the uppermost last. */
let open: readonly Close[] = [];
/** On our way back from the entry: the next arrival is no wish of anybody's. */
let isLeaving = false;
/** Where the page was led meanwhile: going back takes its time, and would lead away from there. */
let ledTo: string | undefined;
let isFollowing = false;

const MARK = 'above';
const isMarked = () => (history.state as { [MARK]?: true } | null)?.[MARK] === true;

function mark(): void {
  if (isMarked() || isLeaving) return;
  // To and from the entry nothing scrolls: a page may be scrolled below an open menu.
  history.scrollRestoration = 'manual';
  history.pushState({ ...(history.state as object | null), [MARK]: true }, '');
  history.scrollRestoration = 'auto';
}

function led(): void {
  if (isLeaving) ledTo = location.href;
}

function arrived(): void {
  if (isMarked() && ledTo === undefined) return;
  history.scrollRestoration = 'auto';
  if (!isLeaving) open.at(-1)?.();
  isLeaving = false;
  if (ledTo !== undefined) history.replaceState(null, '', ledTo);
  ledTo = undefined;
  // Others may still be open, or a new one. The entry is put back at once, so that a second Back does not leave the page.
  queueMicrotask(() => open.length > 0 && mark());
}

/** A link in what was open has led elsewhere by now, or it has only made room for the next. */
function leaveUnlessNeeded(): void {
  if (open.length > 0 || !isMarked() || isLeaving) return;
  isLeaving = true;
  history.back();
}

/** Until the returned function is called, Back calls `close`. */
export function closeByBack(close: Close): () => void {
  if (!isFollowing) {
    window.addEventListener('popstate', arrived);
    for (const kind of ['pushState', 'replaceState']) window.addEventListener(kind, led);
  }
  isFollowing = true;
  open = [...open, close];
  mark();
  return () => {
    open = open.filter((other) => other !== close);
    setTimeout(leaveUnlessNeeded);
  };
}
