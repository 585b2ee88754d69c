import { runInNewContext } from 'node:vm';
import type { Plugin } from 'vite';
import { type IconNode, onePath } from './one-path.ts';

/**
 * Leaves in an icon's file what is drawn, as one path. Its names, its aliases and a random key for every line are no part
 * of the picture, and random letters do not compress: half a kilobyte of the first page.
 */
export function slimIcons(): Plugin {
  return {
    name: 'tickmark:slim-icons',
    transform: {
      filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/, code: '__iconData' },
      handler: (code, id) => {
        const data = /const __iconData = (\{[\s\S]*?\n\});/.exec(code)?.[1];
        if (data === undefined) throw new Error(`No icon was found in ${id}`);
        const { node } = runInNewContext(`(${data})`) as { node: IconNode[] };
        return {
          code: `import createIcon from '../createLucideIcon.mjs';\nexport default createIcon(${JSON.stringify(onePath(node))});\n`,
          map: null,
        };
      },
    },
  };
}
