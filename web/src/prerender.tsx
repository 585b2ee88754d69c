import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './App.tsx';
import { PATTERNS } from './paths.ts';
import { documentOf, ROUTES } from './routes.tsx';
import { titleOf } from './useArrival.ts';

/** Built for the build alone: what the server needs to know of each page, and each document's content. */

export type BuiltPage = {
  name: string;
  /** Absent for 'Page Not Found', which has no path of its own. */
  path: string | undefined;
  document: string;
  title: string;
  /** The name of the component, which is that of its file: tells which chunk to fetch early. */
  component: string | undefined;
};

const SHELL_TITLE = 'Tickmark';

export async function listPages(): Promise<BuiltPage[]> {
  const pages: BuiltPage[] = [];
  for (const name of Object.keys(ROUTES) as (keyof typeof ROUTES)[]) {
    const route = ROUTES[name];
    if ('leave' in route || (name !== 'notFound' && route === ROUTES.notFound)) continue;
    const document = documentOf({ name, route });
    pages.push({
      name,
      path: name === 'notFound' ? undefined : PATTERNS[name],
      document,
      title: document !== 'shell' && 'title' in route ? titleOf(route.title) : SHELL_TITLE,
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
