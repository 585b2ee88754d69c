import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './App.tsx';
import { titleOf } from './navigation/arrival.ts';
import { PATTERNS } from './paths.ts';
import { documentOf, ROUTES } from './routes.tsx';

/** Built for the build alone: what the server needs to know of each page, and each document's content. */

export type BuiltPage = {
  name: string;
  /** Absent for 'Page Not Found', which has no path of its own. */
  path: string | undefined;
  document: string;
  title: string;
  /** What a search engine says below the title; of a document without its own, what the template says. */
  description: string | undefined;
  /** Not for search engines. */
  isUnlisted: boolean;
  /** The name of the component, which is that of its file: tells which chunk to fetch early. */
  component: string | undefined;
};

const SHELL_TITLE = 'Tickmark';

/** Here, because no browser needs them again: a description is read from the document or not at all. */
const DESCRIPTIONS: Partial<Record<keyof typeof ROUTES, string>> = {
  login: 'Log in to Tickmark and pick up where you left off: your IB past papers, scores and files.',
  forgot: 'Forgot your Tickmark password? Have a link to choose a new one mailed to you.',
  reset: 'Choose a new password for Tickmark, with the link that was mailed to you.',
  confirm: 'Confirm the address of your Tickmark account, with the link that was mailed to you.',
  signIn:
    'Sign in to Tickmark with your school: your IB past papers, scores and files, without another password.',
  shared: 'A student shows how far they have come with their IB past papers.',
  weeklyMail: 'Stop Tickmark’s weekly mail, with the link at the end of each mail.',
  privacy:
    'What Tickmark keeps about its students and teachers, who sees it, for how long, and how to delete it.',
  register: 'Create a Tickmark account and keep your IB past papers, scores and files on every device.',
  teacherLogin: 'For teachers: see how far your students have come with their IB past papers.',
  schoolAdminLogin: 'For schools: users, teachers and statistics of your school’s work with IB past papers.',
  adminLogin: 'For the people who run this Tickmark.',
  notFound: 'There is nothing at this address.',
};

const UNLISTED: ReadonlySet<keyof typeof ROUTES> = new Set(['shared', 'weeklyMail']);

export async function listPages(): Promise<BuiltPage[]> {
  const pages: BuiltPage[] = [];
  for (const name of Object.keys(ROUTES) as (keyof typeof ROUTES)[]) {
    const route = ROUTES[name];
    if ('leave' in route) continue;
    const document = documentOf({ name, route });
    pages.push({
      name,
      path: name === 'notFound' ? undefined : PATTERNS[name],
      document,
      title: document !== 'shell' && 'title' in route ? titleOf(route.title) : SHELL_TITLE,
      description: document === 'shell' ? undefined : DESCRIPTIONS[name],
      isUnlisted: UNLISTED.has(name),
      component: 'page' in route ? (await route.page.preload()).name : undefined,
    });
  }
  return pages;
}

/** After `listPages`, which loads what is rendered here. */
export function renderPage(page: BuiltPage): string {
  return renderToString(
    <StrictMode>
      <App path={page.path ?? '/a path that is no page'} />
    </StrictMode>,
  );
}
