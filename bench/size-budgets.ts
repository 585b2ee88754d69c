/**
 * What a first visit to each page may fetch, in KB (1,024 bytes) after brotli; docs/performance.md says why so much.
 * Checked by `npm test` after every build.
 */
export interface SizeBudget {
  script: number;
  /** The page itself, with its styles. */
  page: number;
}

const LOGIN: SizeBudget = { script: 82, page: 16 };
/** Nothing but the way to another page. */
const REDIRECT: SizeBudget = { script: 74, page: 16 };
const SETTINGS: SizeBudget = { script: 100, page: 16 };
const TEACHER: SizeBudget = { script: 104, page: 16 };
const PLATFORM_ADMIN: SizeBudget = { script: 107, page: 16 };

export const SIZE_BUDGETS: Record<string, SizeBudget> = {
  '/': { script: 89, page: 16 },
  '/login': LOGIN,
  '/register': LOGIN,
  '/forgot': LOGIN,
  '/reset': LOGIN,
  '/confirm': LOGIN,
  '/choose-password': LOGIN,
  '/settings': SETTINGS,
  '/sign-in': LOGIN,
  // Opened by a parent on a phone, mostly once: no more than a login.
  '/shared': LOGIN,
  '/weekly-mail': LOGIN,
  // All of its words are in the page itself.
  '/privacy': { script: 82, page: 18 },
  '/dashboard': REDIRECT,
  '/teachers/login': LOGIN,
  '/teachers': TEACHER,
  '/teachers/subjects': TEACHER,
  '/teachers/students/:studentId': TEACHER,
  '/teachers/sets/:setId': TEACHER,
  '/schooladmin/login': LOGIN,
  '/schooladmin': REDIRECT,
  '/schooladmin/dashboard': { script: 101, page: 16 },
  // What both admins do at a school.
  '/schooladmin/school': { script: 105, page: 16 },
  '/schooladmin/settings': SETTINGS,
  // With the catalogue of papers.
  '/schooladmin/students/:id': { script: 103, page: 16 },
  '/schooladmin/teachers/:id': { script: 101, page: 16 },
  '/admin/login': LOGIN,
  '/admin': REDIRECT,
  '/admin/dashboard': PLATFORM_ADMIN,
  '/admin/feedback': { script: 96, page: 16 },
  '/admin/activity': PLATFORM_ADMIN,
  '/admin/mail': PLATFORM_ADMIN,
  '/admin/schools/:schoolId': PLATFORM_ADMIN,
  '/admin/schools/:schoolId/analytics': PLATFORM_ADMIN,
  notFound: { script: 80, page: 16 },
};

/** One file, in KB as it is. */
export const FONT_BUDGET = 25;
