import { posix } from 'node:path';

/** What the bundler tells about a module while it decides where to put it. */
type ModuleGraph = {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
};

/**
 * Left alone, the bundler makes a file of every set of modules that some pages share: thirty small files, which
 * compress badly. These are the few that matter, each a root with everything it imports at once; a module goes to the
 * first that has it.
 */
const GROUPS: [name: string, roots: string[]][] = [
  // On every page.
  ['core', ['src/main.tsx', 'src/layout/PageHeading.tsx', 'src/ui/Card.tsx']],
  // On the pages with a field to fill in, and on those that say what went wrong.
  ['field', ['src/ui/Field.tsx']],
  ['alert', ['src/ui/Alert.tsx', 'src/api/failure.ts']],
  // On the pages that are a form.
  [
    'form',
    [
      'src/layout/FormPage.tsx',
      'src/layout/TextLink.tsx',
      'src/api/useSubmit.ts',
      'src/features/accounts/CredentialsForm.tsx',
      'src/features/accounts/useGuestsOnly.ts',
    ],
  ],
  // On the pages that ask and keep the answers, and of these on those with a list that may be long.
  ['data', ['src/api/query.ts']],
  ['list', ['src/lists/PagedTable.tsx', 'src/api/usePages.ts', 'src/useOwnSearch.ts']],
  // On the pages with settings in their header.
  ['header', ['src/layout/AppHeader.tsx', 'src/layout/SettingsMenu.tsx']],
  // On the pages that show papers.
  ['papers', ['../domain/progress.ts', '../domain/completion-key.ts', '../domain/scores.ts']],
];

/** What changes only when a dependency does, and so stays in a browser's cache from one version to the next. */
const VENDOR = /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store)[\\/]/;
const QUERY = /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/;

export function chunkGroups(root: string) {
  const groups = GROUPS.map(([name, roots]) => {
    let members: Set<string> | undefined;
    return {
      debugName: name,
      name: (id: string, graph: ModuleGraph) => {
        members ??= closure(
          roots.map((path) => posix.join(root, path)),
          graph,
        );
        return members.has(id) ? name : null;
      },
    };
  });
  return [{ name: 'vendor', test: VENDOR }, { name: 'query', test: QUERY }, ...groups];
}

function closure(roots: string[], graph: ModuleGraph): Set<string> {
  const members = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (members.has(id)) continue;
    members.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return members;
}
