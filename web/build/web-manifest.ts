import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What a phone needs to put the app on its home screen. Its colour is the paper's, read from the tokens. */
export function webManifest(root: string): Plugin {
  const file = 'manifest.webmanifest';
  return {
    name: 'tickmark:web-manifest',
    applyToEnvironment: ({ name }) => name === 'client',
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: `/${file}` }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }, injectTo: 'head' },
    ],
    generateBundle() {
      const { description } = JSON.parse(readFileSync(join(root, '../package.json'), 'utf8')) as {
        description: string;
      };
      this.emitFile({ type: 'asset', fileName: file, source: manifest(paperColour(root), description) });
    },
  };
}

function paperColour(root: string): string {
  const colour = /--color-paper:\s*([^;]+);/.exec(readFileSync(join(root, 'src/ui/tokens.css'), 'utf8'))?.[1];
  if (colour === undefined) throw new Error('tokens.css no longer holds --color-paper');
  return colour;
}

function manifest(paper: string, description: string): string {
  const icon = (src: string, size: number, purpose?: 'maskable') => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    ...(purpose && { purpose }),
  });
  return `${JSON.stringify(
    {
      name: 'Tickmark',
      short_name: 'Tickmark',
      description,
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      lang: 'en',
      categories: ['education'],
      background_color: paper,
      theme_color: paper,
      icons: [
        icon('/icon-192.png', 192),
        icon('/icon-512.png', 512),
        icon('/icon-maskable.png', 512, 'maskable'),
      ],
    },
    null,
    2,
  )}\n`;
}
