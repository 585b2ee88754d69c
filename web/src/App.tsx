import { lazy } from 'react';
import { Router } from 'wouter';
import { EndedLoginNotice } from './features/accounts/EndedLoginNotice.tsx';
import { ViewingAs } from './features/platform-admin/ViewingAs.tsx';
import { CountdownNotice } from './guest/CountdownNotice.tsx';
import { HeaderDialogContext, type HeaderDialogProps } from './layout/HeaderDialog.tsx';
import { MAIN_ID } from './navigation/arrival.ts';
import { Outlet } from './Outlet.tsx';
import { Toaster } from './ui/Toaster.tsx';

const HeaderDialogs = lazy(() => import('./HeaderDialogs.tsx'));
const renderDialog = (props: HeaderDialogProps) => <HeaderDialogs {...props} />;

/** `path` only at build time; in the browser it is the address bar's. */
export function App({ path }: { path?: string }) {
  return (
    <Router {...(path !== undefined && { ssrPath: path })}>
      <a
        href={`#${MAIN_ID}`}
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10 focus:rounded-md focus:bg-raised focus:px-4 focus:py-2 focus:shadow-raised"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh flex-col">
        <HeaderDialogContext value={renderDialog}>
          <Outlet />
        </HeaderDialogContext>
        <CountdownNotice />
        <EndedLoginNotice />
        <ViewingAs />
      </div>
      <Toaster />
    </Router>
  );
}
