import { memo, Suspense, useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react';
import { Redirect, useLocation } from 'wouter';
import { AppShell } from './layout/AppShell.tsx';
import { PageErrorBoundary } from './layout/PageErrorBoundary.tsx';
import { useArrival } from './navigation/arrival.ts';
import { type PageName, pathTo } from './paths.ts';
import { type Access, fetchAhead, isPrerendered, placeAt } from './routes.tsx';
import { useIsPlatformAdmin, useIsSchoolAdmin } from './session/admins.ts';
import { type Session, useSession } from './session/session.ts';

type View = {
  path: string;
  session: Session;
  isSchoolAdmin: boolean;
  isPlatformAdmin: boolean;
  /** Not before this is it known what the browser has stored. */
  hydrated: boolean;
};

/**
 * The page of the current address. The address and who is there change together, and only when the next page is there to
 * be shown: until its chunk has come the old one stays, so nothing blank or half-known is ever drawn.
 */
export function Outlet() {
  const [path] = useLocation();
  const session = useSession();
  const isSchoolAdmin = useIsSchoolAdmin();
  const isPlatformAdmin = useIsPlatformAdmin();
  const hydrated = useHydrated();
  const now = useMemo<View>(
    () => ({ path, session, isSchoolAdmin, isPlatformAdmin, hydrated }),
    [path, session, isSchoolAdmin, isPlatformAdmin, hydrated],
  );
  const view = useDeferredValue(now);
  return (
    <PageErrorBoundary path={view.path}>
      <Suspense fallback={<AppShell />}>
        <PageOf view={view} />
      </Suspense>
    </PageErrorBoundary>
  );
}

const PageOf = memo(function PageOf({ view }: { view: View }) {
  const { path, session, hydrated } = view;
  const { route, params } = placeAt(path);
  const admitted: Record<Access, boolean> = {
    teacher: session.status === 'user' && session.user.role === 'teacher',
    schoolAdmin: view.isSchoolAdmin,
    platformAdmin: view.isPlatformAdmin,
  };

  if ('leave' in route) return <Leave to={route.leave} />;
  const access = 'access' in route ? route.access : undefined;
  const known = hydrated && (session.status !== 'loading' || isAdmins(access));
  if (!known && !isPrerendered(route)) return <AppShell />;

  const login = access === undefined || admitted[access] ? undefined : LOGIN_OF[access];
  const elsewhere = 'redirect' in route ? route.redirect : login;
  // Keyed, because a redirect acts once in its life and two may follow each other.
  if (elsewhere !== undefined) return <Redirecting key={elsewhere} to={elsewhere} />;
  if (!('page' in route)) return null;
  const { page: Page, title, next } = route;
  return (
    <>
      <Page params={params} />
      <Arrival path={path} title={title} next={next} ready={known} />
    </>
  );
});

const LOGIN_OF: Record<Access, string> = {
  teacher: pathTo('teacherLogin'),
  schoolAdmin: pathTo('schoolAdminLogin'),
  platformAdmin: pathTo('adminLogin'),
};

/** Admins are known by a stored secret alone; who else is logged in here does not matter to their screens. */
const isAdmins = (access: Access | undefined) => access === 'schoolAdmin' || access === 'platformAdmin';

const never = () => () => undefined;
const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

function Redirecting({ to }: { to: string }) {
  return (
    <>
      <AppShell />
      <Redirect to={to} replace />
    </>
  );
}

/** Out of the app, to an address that only the server knows how to answer. */
function Leave({ to }: { to: string }) {
  useEffect(() => window.location.replace(to), [to]);
  return <AppShell />;
}

type ArrivalProps = { path: string; title: string; next: PageName | undefined; ready: boolean };

/** Comes after the page, so that its effects find the page in the document. */
function Arrival({ path, title, next, ready }: ArrivalProps) {
  useArrival(path, title);
  useEffect(() => {
    // What tests wait for: alive, and showing what is meant for this user.
    if (ready) document.documentElement.dataset['hydrated'] = 'true';
  }, [ready]);
  useEffect(() => {
    if (next === undefined) return undefined;
    const fetchNext = () => fetchAhead(next);
    document.addEventListener('input', fetchNext, { once: true });
    return () => document.removeEventListener('input', fetchNext);
  }, [next]);
  return null;
}
