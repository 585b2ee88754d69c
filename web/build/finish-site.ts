import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuiltPage } from '../src/prerender.tsx';
import { Chunks } from './chunks.ts';
import { compressAll } from './compress.ts';
import { inlineHashes, refuseForbidden, withStylesInline } from './inline.ts';
import { fillServiceWorker } from './service-worker.ts';
import { reportSizes } from './sizes.ts';

type Prerender = {
  listPages: () => Promise<BuiltPage[]>;
  renderPage: (page: BuiltPage) => string;
};

const LANDING = 'landing/index.html';
/** The shell as it is, for an address that only leads on. */
const SHELL = 'app.html';
const NOT_FOUND = 'not-found.html';
const UNLISTED = '<meta name="robots" content="noindex, nofollow, noarchive">';
const FILES: Record<string, string> = { home: 'index.html', notFound: NOT_FOUND };
/** Each page has a document, if only to name the page's own chunks. */
const fileOf = ({ name, component }: BuiltPage) =>
  component === undefined
    ? SHELL
    : (FILES[name] ?? `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.html`);

/** What the server reads. */
type SiteManifest = {
  routes: { path: string; file: string; isUnlisted?: true }[];
  notFound: string;
  landing: string;
  inlineScripts: string[];
  inlineStyles: string[];
};

/**
 * Turns what Vite wrote into what is served: documents rendered at build time with their styles in them, a list of
 * pages for the server, compressed copies, and a table of sizes.
 */
export async function finishSite({
  outDir,
  renderDir,
}: {
  outDir: string;
  renderDir: string;
}): Promise<void> {
  const chunks = await Chunks.take(outDir);
  const { listPages, renderPage } = (await import(
    pathToFileURL(join(renderDir, 'prerender.js')).href
  )) as Prerender;
  const pages = await listPages();

  const template = await withStylesInline(await readFile(join(outDir, 'index.html'), 'utf8'), outDir);
  const documents = new Map<string, string>();
  for (const page of pages) {
    const file = fileOf(page);
    if (documents.has(file)) continue;
    const source = page.component === undefined ? undefined : chunks.sourceOf(page.component);
    const early = {
      scripts: source === undefined ? [] : chunks.filesOf(source),
      // What is drawn in the document would jump if they came later.
      styles: source === undefined || page.document === 'shell' ? [] : chunks.stylesOf(source),
    };
    documents.set(file, fill(template, page, renderPage(page), early));
  }
  documents.set(LANDING, await withStylesInline(await readFile(join(outDir, LANDING), 'utf8'), outDir));

  const hashes = [...documents].map(([file, html]) => {
    refuseForbidden(file, html);
    return inlineHashes(html);
  });
  const site: SiteManifest = {
    routes: pages.flatMap((page) =>
      page.path
        ? [{ path: page.path, file: fileOf(page), ...(page.isUnlisted && { isUnlisted: true as const }) }]
        : [],
    ),
    notFound: NOT_FOUND,
    landing: LANDING,
    inlineScripts: [...new Set(hashes.flatMap(({ scripts }) => scripts))],
    inlineStyles: [...new Set(hashes.flatMap(({ styles }) => styles))],
  };

  for (const [file, html] of documents) await writeFile(join(outDir, file), html);
  await writeFile(join(outDir, 'pages.json'), `${JSON.stringify(site, null, 2)}\n`);
  await fillServiceWorker(outDir, {
    documents,
    // One address for each page that is drawn in its document, and one for all that begin as the shell.
    drawn: [
      ...pages.flatMap(({ path, document }) => (path && document !== 'shell' ? path : [])),
      `/${dirname(LANDING)}/`,
    ],
    shell: site.routes.find(({ file }) => file === SHELL)?.path,
  });
  await reportSizes({ outDir, pages, chunks, fileOf });
  await compressAll(outDir);
  await rm(renderDir, { recursive: true });
}

type Early = { scripts: string[]; styles: string[] };

function fill(template: string, page: BuiltPage, content: string, { scripts, styles }: Early): string {
  const sheets = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join('');
  const preloads = scripts
    .filter((file) => !template.includes(`/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
  // Functions, because a `$` in the content means something in a plain replacement.
  return template
    .replace(/<title>.*?<\/title>/, () => `<title>${page.title}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (all, start: string) =>
      page.description === undefined ? all : start + page.description,
    )
    .replace('</head>', () => `${page.isUnlisted ? UNLISTED : ''}${sheets}${preloads}</head>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" data-document="${page.document}">${content}</div>`,
    );
}
