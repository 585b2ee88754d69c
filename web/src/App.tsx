import { lazy, type MouseEvent, Suspense } from 'react';
import { Router, useLocation } from 'wouter';
import { useEndedLogin } from './api/ended-login.ts';
import { ViewingAs } from './features/platform-admin/ViewingAs.tsx';
import { CountdownNotice } from './guest/CountdownNotice.tsx';
import { MAIN_ID } from './navigation/arrival.ts';
import { Outlet } from './Outlet.tsx';
import { StripRoom } from './ui/Strip.tsx';
import { Toaster } from './ui/Toaster.tsx';

/** Should it not come now, the page is shown all the same. */
const EndedLoginNotice = lazy(() =>
  import('./features/accounts/EndedLoginNotice.tsx').catch(() => ({ default: () => null })),
);

function LoggedOut() {
  return (
    useEndedLogin() !== undefined && (
      <Suspense>
        <EndedLoginNotice />
      </Suspense>
    )
  );
}

/** The first stop of the Tab key: past the header, and on the tracker past everything to the first box. */
function SkipLink() {
  const [path] = useLocation();
  const isTracker = path === '/';

  function skip(event: MouseEvent) {
    const box = isTracker ? document.querySelector<HTMLElement>('[data-paper] input') : null;
    // By hand: the browser's own way would replace what else the address ends in, such as a shared link's token.
    event.preventDefault();
    (box ?? document.getElementById(MAIN_ID))?.focus();
  }

  return (
    <a
      href={`#${MAIN_ID}`}
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10 focus:rounded-md focus:bg-raised focus:px-4 focus:py-2 focus:shadow-raised"
      onClick={skip}
    >
      {isTracker ? 'Skip to papers' : 'Skip to content'}
    </a>
  );
}

/** `path` only at build time; in the browser it is the address bar's. */
export function App({ path }: { path?: string }) {
  return (
    <Router {...(path !== undefined && { ssrPath: path })}>
      <SkipLink />
      <div className="flex min-h-dvh flex-col print:block">
        <Outlet />
        <CountdownNotice />
        <LoggedOut />
        <ViewingAs />
        <StripRoom />
      </div>
      <Toaster />
    </Router>
  );
}
