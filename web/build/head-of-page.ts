import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HtmlTagDescriptor, minifySync, type Plugin } from 'vite';

/** What every page has in its head: the script that runs before the first paint, and the colour of the paper. */
export function headOfPage(root: string): Plugin {
  return {
    name: 'tickmark:head-of-page',
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', children: headScript(root), injectTo: 'head' }, ...paperColours(root)],
    },
  };
}

function headScript(root: string): string {
  const { code, errors } = minifySync('head.js', readFileSync(join(root, 'head.js'), 'utf8'));
  if (errors.length > 0) throw new Error(`head.js: ${errors[0]?.message}`);
  return code.trim();
}

/** The browser's own bars in the colour of the paper. A meta tag knows no variables, so it is read from the tokens. */
function paperColours(root: string): HtmlTagDescriptor[] {
  const tokens = readFileSync(join(root, 'src/ui/tokens.css'), 'utf8');
  const [light, dark] = [...tokens.matchAll(/--color-paper:\s*([^;]+);/g)].map((match) => match[1]);
  if (!light || !dark) throw new Error('tokens.css no longer holds --color-paper for both themes');
  return Object.entries({ light, dark }).map(([scheme, content]) => ({
    tag: 'meta',
    attrs: { name: 'theme-color', media: `(prefers-color-scheme: ${scheme})`, content },
    injectTo: 'head',
  }));
}
