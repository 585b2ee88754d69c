import type { Plugin } from 'vite';

/**
 * Leaves in an icon's file what is drawn. Its names, its aliases and a random key for every line are no part of the
 * picture, and random letters do not compress: half a kilobyte of the first page. `src/icon.ts` needs no keys.
 */
export function slimIcons(): Plugin {
  return {
    name: 'tickmark:slim-icons',
    transform: {
      filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/ },
      handler: (code) => ({
        code: code
          .replace(/,?\s*key: "\w+"/g, '')
          .replace(/name: "[\w-]+",\s*size: \d+,/, '')
          .replace(/,\s*aliases: \[[^\]]*\]/, '')
          .replace(/^__iconData\.node;$/m, ''),
        map: null,
      }),
    },
  };
}
