import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
/** The documents by name; any other is named after its page. */
const FILES: Record<string, string> = { home: 'index.html', shell: 'app.html', notFound: 'not-found.html' };
const fileOf = (document: string) =>
  FILES[document] ?? `${document.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.html`;

/** What the server reads. */
type SiteManifest = {
  routes: { path: string; file: string }[];
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
    const file = fileOf(page.document);
    if (documents.has(file)) continue;
    documents.set(file, fill(template, page, renderPage(page), earlyChunks(chunks, page)));
  }
  documents.set(LANDING, await withStylesInline(await readFile(join(outDir, LANDING), 'utf8'), outDir));

  const hashes = [...documents].map(([file, html]) => {
    refuseForbidden(file, html);
    return inlineHashes(html);
  });
  const site: SiteManifest = {
    routes: pages.flatMap(({ path, document }) => (path ? [{ path, file: fileOf(document) }] : [])),
    notFound: fileOf('notFound'),
    landing: LANDING,
    inlineScripts: [...new Set(hashes.flatMap(({ scripts }) => scripts))],
    inlineStyles: [...new Set(hashes.flatMap(({ styles }) => styles))],
  };

  for (const [file, html] of documents) await writeFile(join(outDir, file), html);
  await writeFile(join(outDir, 'pages.json'), `${JSON.stringify(site, null, 2)}\n`);
  await fillServiceWorker(outDir, documents, site.routes, fileOf('shell'));
  await reportSizes({ outDir, pages, chunks, fileOf });
  await compressAll(outDir);
  await rm(renderDir, { recursive: true });
}

/** Every page of the shell has a chunk of its own, so the shell itself names none. */
function earlyChunks(chunks: Chunks, page: BuiltPage): string[] {
  if (page.document === 'shell' || page.component === undefined) return [];
  return chunks.filesOf(chunks.sourceOf(page.component));
}

function fill(template: string, page: BuiltPage, content: string, chunks: string[]): string {
  const preloads = chunks
    .filter((file) => !template.includes(`/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
  // Functions, because a `$` in the content means something in a plain replacement.
  return template
    .replace(/<title>.*?<\/title>/, () => `<title>${page.title}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (all, start: string) =>
      page.description === undefined ? all : start + page.description,
    )
    .replace('</head>', () => `${preloads}</head>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" data-document="${page.document}">${content}</div>`,
    );
}
