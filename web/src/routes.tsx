import { matchPath, type PageName, type PageProps, pathTo } from './paths.ts';
import { lazyPreloadable, type Preloadable } from './ui/lazy-preloadable.ts';

/** Who may see a page that is not for everybody; others are sent to the login beside it, or to where they belong. */
export type Access = 'user' | 'teacher' | 'schoolAdmin' | 'platformAdmin' | 'chooser';

type PageRoute = {
  title: string;
  /** Unless told, everybody. */
  access?: Access;
  page: Preloadable<PageProps>;
  /** Where the page most likely leads; fetched when somebody begins to type. */
  next?: PageName;
};
type Route = PageRoute | { redirect: string } | { leave: string };

export const ROUTES: Record<PageName | 'notFound', Route> = {
  home: {
    title: 'Past papers',
    page: lazyPreloadable(() => import('./HomePage.tsx')),
  },
  login: {
    title: 'Log in',
    page: lazyPreloadable(() => import('./features/accounts/LoginPage.tsx')),
    next: 'home',
  },
  register: {
    title: 'Create an account',
    page: lazyPreloadable(() => import('./features/accounts/RegisterPage.tsx')),
    next: 'home',
  },
  forgot: {
    title: 'Forgot your password?',
    page: lazyPreloadable(() => import('./features/accounts/ForgotPage.tsx')),
  },
  reset: {
    title: 'Choose a new password',
    page: lazyPreloadable(() => import('./features/accounts/ResetPage.tsx')),
    next: 'login',
  },
  confirm: {
    title: 'Confirm your address',
    page: lazyPreloadable(() => import('./features/accounts/ConfirmPage.tsx')),
  },
  choosePassword: {
    title: 'Choose your own password',
    access: 'chooser',
    page: lazyPreloadable(() => import('./features/accounts/ChoosePasswordPage.tsx')),
  },
  settings: {
    title: 'Settings',
    access: 'user',
    page: lazyPreloadable(() => import('./SettingsPage.tsx')),
  },
  signIn: {
    title: 'Sign in with your school',
    page: lazyPreloadable(() => import('./features/sign-in/SignInPage.tsx')),
    next: 'home',
  },
  shared: {
    title: 'Past papers',
    page: lazyPreloadable(() => import('./features/share-pages/SharedPage.tsx')),
  },
  weeklyMail: {
    title: 'Weekly mail',
    page: lazyPreloadable(() => import('./features/weekly-mail/WeeklyMailPage.tsx')),
  },
  privacy: {
    title: 'Privacy',
    page: lazyPreloadable(() => import('./features/privacy/PrivacyPage.tsx')),
  },
  dashboard: { redirect: pathTo('home') },
  // Only the server knows where the landing page is.
  start: { leave: pathTo('start') },

  teacherLogin: {
    title: 'Teacher login',
    page: lazyPreloadable(() => import('./features/accounts/TeacherLoginPage.tsx')),
    next: 'teachers',
  },
  teachers: {
    title: 'Students',
    access: 'teacher',
    page: lazyPreloadable(() => import('./features/teachers/TeacherDashboardPage.tsx')),
  },
  teacherSubjects: {
    title: 'Subjects you teach',
    access: 'teacher',
    page: lazyPreloadable(() => import('./features/teachers/TeacherSubjectsPage.tsx')),
  },
  teacherStudent: {
    title: 'Student progress',
    access: 'teacher',
    page: lazyPreloadable(() => import('./features/teachers/StudentProgressPage.tsx')),
  },
  teacherSet: {
    title: 'Set work',
    access: 'teacher',
    page: lazyPreloadable(() => import('./features/teachers/set-work/SetWorkPage.tsx')),
  },

  schoolAdminLogin: {
    title: 'School admin login',
    page: lazyPreloadable(() => import('./features/accounts/SchoolAdminLoginPage.tsx')),
    next: 'schoolAdminDashboard',
  },
  schoolAdmin: { redirect: pathTo('schoolAdminDashboard') },
  schoolAdminDashboard: {
    title: 'School admin dashboard',
    access: 'schoolAdmin',
    page: lazyPreloadable(() => import('./features/school-admin/SchoolAdminDashboardPage.tsx')),
  },
  schoolAdminSettings: {
    title: 'Settings',
    access: 'schoolAdmin',
    page: lazyPreloadable(() => import('./SchoolAdminSettingsPage.tsx')),
  },
  schoolAdminSchool: {
    title: 'School management',
    access: 'schoolAdmin',
    page: lazyPreloadable(() => import('./OwnSchoolPage.tsx')),
  },
  schoolAdminStudent: {
    title: 'Student',
    access: 'schoolAdmin',
    page: lazyPreloadable(() => import('./StudentOfSchoolPage.tsx')),
  },
  schoolAdminTeacher: {
    title: 'Teacher’s students',
    access: 'schoolAdmin',
    page: lazyPreloadable(() => import('./TeacherOfSchoolPage.tsx')),
  },

  adminLogin: {
    title: 'Admin login',
    page: lazyPreloadable(() => import('./features/accounts/AdminLoginPage.tsx')),
    next: 'adminDashboard',
  },
  admin: { redirect: pathTo('adminDashboard') },
  adminDashboard: {
    title: 'Admin dashboard',
    access: 'platformAdmin',
    page: lazyPreloadable(() => import('./features/platform-admin/AdminDashboardPage.tsx')),
  },
  adminFeedback: {
    title: 'Feedback',
    access: 'platformAdmin',
    page: lazyPreloadable(() => import('./features/feedback/AdminFeedbackPage.tsx')),
  },
  adminActivity: {
    title: 'Activity',
    access: 'platformAdmin',
    page: lazyPreloadable(() => import('./features/platform-admin/ActivityPage.tsx')),
  },
  adminMail: {
    title: 'Mail',
    access: 'platformAdmin',
    page: lazyPreloadable(() => import('./features/platform-admin/MailPage.tsx')),
  },
  adminSchool: {
    title: 'School management',
    access: 'platformAdmin',
    page: lazyPreloadable(() => import('./SchoolManagementPage.tsx')),
  },
  adminSchoolAnalytics: {
    title: 'School analytics',
    access: 'platformAdmin',
    page: lazyPreloadable(() => import('./features/platform-admin/SchoolAnalyticsPage.tsx')),
  },

  notFound: {
    title: 'Page not found',
    page: lazyPreloadable(() => import('./layout/NotFoundPage.tsx')),
  },
};

export type Place = { name: keyof typeof ROUTES; route: Route; params: Record<string, string> };

export function placeAt(path: string): Place {
  const { name, params } = matchPath(path);
  return { name, route: ROUTES[name], params };
}

/**
 * What everybody may see is rendered at build time, and shown as it is while it is not yet known who is there. The others
 * show the neutral shell until then.
 */
export const isPrerendered = (route: Route): boolean => 'page' in route && route.access === undefined;

/** Which of the rendered documents a place starts from: its own, or the neutral shell that the others share. */
export const documentOf = ({ name, route }: Pick<Place, 'name' | 'route'>) =>
  isPrerendered(route) ? name : 'shell';

/** Fetches a page before it is asked for. Should it not come now, it is fetched again when it is. */
export function fetchAhead(name: PageName): void {
  const route = ROUTES[name];
  if ('page' in route) route.page.preload().catch(() => undefined);
}
