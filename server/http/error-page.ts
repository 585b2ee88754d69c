import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { referenceOf } from '../../domain/reference.ts';

/**
 * What somebody sees who opened a URL in the browser and got an error instead of a page. It needs no other file,
 * because those of the web may be what is missing, and takes its colours from the browser.
 */

const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}' +
  'body{max-width:32rem;margin:18vh auto 2rem;padding:0 1rem;text-align:center}' +
  'h1{font-size:1.5rem;line-height:2rem;margin:0 0 .5rem;text-wrap:balance}' +
  'p{margin:0 0 1.5rem;text-wrap:pretty}' +
  'a{display:inline-block;padding:.625rem .75rem}';

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface Words {
  title: string;
  text: string;
}

const wordsFor = (status: number): Words => {
  if (status < 500)
    return {
      title: 'This address cannot be opened.',
      text: 'It may have been mistyped, or cut off on its way to you.',
    };
  return {
    title: status === 503 ? 'Tickmark is briefly unavailable.' : 'Something went wrong on our side.',
    text: 'Everything you have saved is safe. Please wait a moment, then reload this page.',
  };
};

const render = ({ title, text }: Words, mayReload: boolean, reference?: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Error · Tickmark</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p>${reference === undefined ? '' : `<p>Reference: ${reference}</p>`}${mayReload ? '<a href="">Reload</a> ' : ''}<a href="/">Home Page</a></main></body></html>`;

/** A person's browser opening a page; requests of the app itself or of a program get JSON as usual. */
export const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(api|assets)(\/|\?|$)/.test(url) &&
  (headers.accept?.includes('text/html') ?? false);

export const sendErrorPage = (reply: FastifyReply, status: number) =>
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' })
    .send(
      render(
        wordsFor(status),
        status >= 500,
        // What is only unavailable is known already, and passes.
        status === 500 ? referenceOf(reply.request.id) : undefined,
      ),
    );
