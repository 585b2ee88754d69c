import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g;
const SCRIPT = /<script>([\s\S]*?)<\/script>/g;
const STYLE = /<style>([\s\S]*?)<\/style>/g;

/** Puts the styles into the page: nothing is drawn without them, so nothing is gained by fetching them apart. */
export async function withStylesInline(html: string, outDir: string): Promise<string> {
  let result = html;
  for (const [tag, file] of html.matchAll(STYLESHEET)) {
    const css = (await readFile(join(outDir, file ?? ''), 'utf8')).trim();
    const font = /url\(([^)]+\.woff2)\)/.exec(css)?.[1];
    const preload = font ? `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>` : '';
    result = result.replace(tag, () => `${preload}<style>${css}</style>`);
    await rm(join(outDir, file ?? ''));
  }
  return result;
}

/** For the page's policy: what stands in it inline, by its hash. */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  return { scripts: hashesOf(html, SCRIPT), styles: hashesOf(html, STYLE) };
}

const hashesOf = (html: string, element: RegExp) =>
  [...html.matchAll(element)].map(
    ([, content]) =>
      `sha256-${createHash('sha256')
        .update(content ?? '')
        .digest('base64')}`,
  );

/** The policy forbids these, and a browser would ignore them with a warning: better to fail here. */
export function refuseForbidden(file: string, html: string): void {
  const body = html.slice(html.indexOf('<body'));
  const found = /<[a-z][^>]*\s(style|on[a-z]+)=/.exec(body);
  if (found) throw new Error(`${file} has a ${found[1]} attribute: ${found[0].slice(0, 200)}`);
}
