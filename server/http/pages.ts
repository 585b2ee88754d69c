import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { USUAL_LAST_YEAR } from '../../domain/last-year.ts';
import { type Known, readDocuments, sendDocument } from './documents.ts';

/** What the web's build says about itself. */
const manifest = z.object({
  routes: z.array(z.object({ path: z.string(), file: z.string(), isUnlisted: z.boolean().optional() })),
  notFound: z.string(),
  landing: z.string(),
  inlineScripts: z.array(z.string()),
  inlineStyles: z.array(z.string()),
});
export type Site = z.infer<typeof manifest> & { root: string };

export const readSite = (root: string): Site => ({
  ...manifest.parse(JSON.parse(readFileSync(join(root, 'pages.json'), 'utf8'))),
  root,
});

/** A path on this site, whatever was requested: neither '//somewhere.else' nor '*' is one. */
const here = (url: string): string => url.replace(/^[/\\*]*/, '/');

/** As somebody types an address, or a mail program completes it. */
const withoutLastSlash = (url: string): string => url.replace(/\/(?=\?|$)/, '');

const FRESH = 'no-cache';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Serves the built web app: prerendered pages, assets under names that never change their content, the landing page. */
export const servePages = async (
  app: FastifyInstance,
  site: Site,
  { landingUrl, ...known }: Known & { landingUrl: string },
): Promise<void> => {
  const files = [...site.routes.map(({ file }) => file), site.landing];
  const isAsBuilt = known.publicUrl === undefined && known.lastYear === USUAL_LAST_YEAR;
  const documents = isAsBuilt ? undefined : await readDocuments(site.root, files, known);
  const send =
    (file: string, isUnlisted = false) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      if (isUnlisted) reply.header('x-robots-tag', 'noindex, nofollow, noarchive');
      const document = documents?.get(file);
      return document ? sendDocument(request, reply, document) : reply.sendFile(file);
    };
  const assets = join(site.root, 'assets', '/');
  await app.register(fastifyStatic, {
    root: site.root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    // Assets have the hash of their content in their name. Pages name the assets of one build, so browsers ask for them
    // again each time; unchanged, they get an empty answer.
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(assets) ? FOR_EVER : FRESH);
    },
  });

  for (const { path, file, isUnlisted } of site.routes) {
    app.get(path, send(file, isUnlisted));
    // A form submitted before the page's script was ready. Its password is in a body that nobody reads, not in a URL.
    app.post(path, (request, reply) => reply.redirect(here(request.url), 303));
    if (path !== '/')
      app.get(`${path}/`, (request, reply) => reply.redirect(withoutLastSlash(here(request.url)), 308));
  }
  app.get('/assets/*', (request, reply) =>
    reply.sendFile(`assets/${(request.params as { '*': string })['*']}`),
  );
  for (const entry of readdirSync(site.root, { withFileTypes: true })) {
    const isPublic = entry.isFile() && !/\.(html|json|br|gz)$/.test(entry.name);
    if (isPublic) app.get(`/${entry.name}`, (_request, reply) => reply.sendFile(entry.name));
  }
  app.get('/landing/', send(site.landing));
  app.get('/landing', (_request, reply) => reply.redirect('/landing/', 308));
  app.get('/start', (request, reply) => {
    const { 'time-over': timeOver } = request.query as { 'time-over'?: string };
    const fragment = timeOver === 'cleared' ? '#work-cleared' : '#time-over';
    // Only our own page has words for it.
    const suffix = timeOver !== undefined && landingUrl.startsWith('/') ? fragment : '';
    return reply.header('cache-control', 'no-store').redirect(`${landingUrl}${suffix}`, 302);
  });
};

const CONDITIONS = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
];

/** Whole each time: what has not changed would be an empty answer, and that of a 404 an empty screen. */
export const sendNotFoundPage = (request: FastifyRequest, reply: FastifyReply, site: Site) => {
  for (const condition of CONDITIONS) delete request.raw.headers[condition];
  return reply.code(404).sendFile(site.notFound, { etag: false, lastModified: false, acceptRanges: false });
};

/** No inline script or style except the build's own, nothing from another host, no framing. */
export const contentSecurityPolicy = (site: Site | undefined): Record<string, string[]> => {
  const hashes = (list: readonly string[] = []) => list.map((hash) => `'${hash}'`);
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes(site?.inlineScripts)],
    'style-src': ["'self'", ...hashes(site?.inlineStyles)],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    // No text becomes markup or code; the one policy is for the addresses of workers (web/src/device/script-address.ts).
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['tickmark'],
  };
};
