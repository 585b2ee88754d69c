import { memo, Suspense, useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react';
import { Redirect, useLocation } from 'wouter';
import { AppShell } from './layout/AppShell.tsx';
import { PageErrorBoundary } from './layout/PageErrorBoundary.tsx';
import { useArrival } from './navigation/arrival.ts';
import { type PageName, pathTo } from './paths.ts';
import { type Access, fetchAhead, isPrerendered, placeAt } from './routes.tsx';
import { useIsPlatformAdmin, useIsSchoolAdmin, useSchoolAdminChooses } from './session/admins.ts';
import { type Session, useSession } from './session/session.ts';

type View = {
  path: string;
  session: Session;
  isSchoolAdmin: boolean;
  /** Has yet to choose a password, as a user may have by their profile. */
  schoolAdminChooses: boolean;
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
  const schoolAdminChooses = useSchoolAdminChooses();
  const isPlatformAdmin = useIsPlatformAdmin();
  const hydrated = useHydrated();
  const now = useMemo<View>(
    () => ({ path, session, isSchoolAdmin, schoolAdminChooses, isPlatformAdmin, hydrated }),
    [path, session, isSchoolAdmin, schoolAdminChooses, isPlatformAdmin, hydrated],
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
  const { name, route, params } = placeAt(path);
  const user = session.status === 'user' ? session.user : undefined;
  const userChooses = user?.must_change_password === true;
  const schoolAdminChooses = view.isSchoolAdmin && view.schoolAdminChooses;
  const admitted: Record<Access, boolean> = {
    user: user !== undefined,
    teacher: user?.role === 'teacher',
    schoolAdmin: view.isSchoolAdmin,
    platformAdmin: view.isPlatformAdmin,
    chooser: userChooses || schoolAdminChooses,
  };

  if ('leave' in route) return <Leave to={route.leave} />;
  const access = 'access' in route ? route.access : undefined;
  const known = hydrated && (session.status !== 'loading' || isAdmins(access));
  if (!known && !isPrerendered(route)) return <AppShell />;

  const isChooser = access === 'schoolAdmin' ? schoolAdminChooses : userChooses && !OPEN_TO_ALL.has(name);
  const login = access === undefined || admitted[access] ? undefined : elsewhereOf(access, view);
  const elsewhere =
    'redirect' in route
      ? route.redirect
      : isChooser && access !== 'platformAdmin' && access !== 'chooser'
        ? pathTo('choosePassword')
        : login;
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

const LOGIN_OF: Record<Exclude<Access, 'chooser'>, string> = {
  user: pathTo('login'),
  teacher: pathTo('teacherLogin'),
  schoolAdmin: pathTo('schoolAdminLogin'),
  platformAdmin: pathTo('adminLogin'),
};

/** The doors and pages of others, whoever is logged in. */
const OPEN_TO_ALL = new Set<string>(['schoolAdminLogin', 'adminLogin', 'shared']);

/** Where somebody belongs who may not see a page, or has chosen a password and goes on. */
function elsewhereOf(access: Access, { session, isSchoolAdmin }: View): string {
  if (access !== 'chooser') return LOGIN_OF[access];
  if (session.status !== 'user' && isSchoolAdmin) return pathTo('schoolAdminDashboard');
  return pathTo(session.status === 'user' && session.user.role === 'teacher' ? 'teachers' : 'home');
}

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
