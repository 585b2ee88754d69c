import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*'lucide-react';/g;
const EXPORT = /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g;

/**
 * Takes each icon from its own file. The package's index names all two thousand: going through it hides from the
 * bundler which page uses which, and makes every start of the development server read them all. `runtime` is what
 * draws them instead of the package's own code.
 */
export function directIcons(runtime: string): Plugin {
  let files: Map<string, string> | undefined;
  return {
    name: 'tickmark:direct-icons',
    enforce: 'pre',
    resolveId: {
      filter: { id: /createLucideIcon\.mjs$/ },
      handler: () => runtime,
    },
    transform: {
      filter: { id: /\.tsx$/, code: "'lucide-react'" },
      handler: (code) => {
        files ??= iconFiles();
        return { code: code.replace(IMPORT, (_, names: string) => directly(names, files)), map: null };
      },
    },
  };
}

/** The file of every name an icon goes by. */
function iconFiles(): Map<string, string> {
  const manifest = createRequire(import.meta.url).resolve('lucide-react/package.json');
  const index = readFileSync(join(dirname(manifest), 'dist/esm/lucide-react.mjs'), 'utf8');
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of index.matchAll(EXPORT))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file);
  return files;
}

function directly(names: string, files: Map<string, string> | undefined): string {
  return names
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.startsWith('type '))
    .map((text) => {
      const [name = '', local = name] = text.split(/\s+as\s+/);
      const file = files?.get(name);
      if (file === undefined) throw new Error(`lucide-react has no icon ${name}`);
      return `import ${local} from 'lucide-react/icons/${file}';`;
    })
    .join(' ');
}
