/** Every page of the app. Links are made by `pathTo` and never typed by hand. */
export const PATTERNS = {
  home: '/',
  login: '/login',
  register: '/register',
  forgot: '/forgot',
  reset: '/reset',
  confirm: '/confirm',
  choosePassword: '/choose-password',
  settings: '/settings',
  signIn: '/sign-in',
  shared: '/shared',
  weeklyMail: '/weekly-mail',
  privacy: '/privacy',
  dashboard: '/dashboard',
  start: '/start',
  teacherLogin: '/teachers/login',
  teachers: '/teachers',
  teacherSubjects: '/teachers/subjects',
  teacherStudent: '/teachers/students/:studentId',
  teacherSet: '/teachers/sets/:setId',
  schoolAdminLogin: '/schooladmin/login',
  schoolAdmin: '/schooladmin',
  schoolAdminDashboard: '/schooladmin/dashboard',
  schoolAdminSettings: '/schooladmin/settings',
  schoolAdminSchool: '/schooladmin/school',
  schoolAdminStudent: '/schooladmin/students/:id',
  schoolAdminTeacher: '/schooladmin/teachers/:id',
  adminLogin: '/admin/login',
  admin: '/admin',
  adminDashboard: '/admin/dashboard',
  adminFeedback: '/admin/feedback',
  adminActivity: '/admin/activity',
  adminMail: '/admin/mail',
  adminSchool: '/admin/schools/:schoolId',
  adminSchoolAnalytics: '/admin/schools/:schoolId/analytics',
} as const;

export type PageName = keyof typeof PATTERNS;
/** What a page is given: the values in its address. */
export type PageProps = { params: Record<string, string> };

type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type Values<N extends PageName> = Record<Names<(typeof PATTERNS)[N]>, string | number>;
type Needed<N extends PageName> = [Names<(typeof PATTERNS)[N]>] extends [never] ? [] : [values: Values<N>];

/** `pathTo('teacherStudent', { studentId: 7 })` is `/teachers/students/7`. */
export function pathTo<N extends PageName>(name: N, ...[values]: Needed<N>): string {
  const given: Record<string, string | number> = values ?? {};
  return PATTERNS[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(given[key] ?? ''));
}

export type Match = { name: PageName | 'notFound'; params: Record<string, string> };

/**
 * Which page a path is. Exact, as the server's own choice of page is: capitals and a slash at the end are other paths.
 */
export function matchPath(path: string): Match {
  const parts = path.split('/');
  for (const name of Object.keys(PATTERNS) as PageName[]) {
    const params = matchParts(PATTERNS[name].split('/'), parts);
    if (params) return { name, params };
  }
  return { name: 'notFound', params: {} };
}

function matchParts(pattern: string[], parts: string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, wanted] of pattern.entries()) {
    const part = parts[index] ?? '';
    if (!wanted.startsWith(':')) {
      if (part !== wanted) return undefined;
    } else {
      const value = decoded(part);
      if (!value) return undefined;
      params[wanted.slice(1)] = value;
    }
  }
  return params;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
