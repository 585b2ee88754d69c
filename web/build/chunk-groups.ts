import { posix } from 'node:path';

/** What the bundler tells about a module while it decides where to put it. */
type ModuleGraph = {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
};

type Group = {
  name: string;
  /** Each with everything that it imports at once. */
  roots: string[];
  /** Of these, only what fits. */
  only?: RegExp;
  /** And the icons of these, and of what they import. */
  iconsOf?: string[];
};

const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
/** Small, and used here and there. */
const PART =
  /src[\\/](ui[\\/](Badge|Checkbox|Progress|SubjectDot|Switch|useMediaQuery|score-class)|format[\\/]shown-date)\.tsx?$/;
const OF_TRACKER = /src[\\/](features[\\/]tracker|guest)[\\/]/;
const TRACKER = 'src/features/tracker/TrackerPage.tsx';
const PAPERS = 'src/features/tracker/SubjectsAndPapers.tsx';

/**
 * Left alone, the bundler makes a file of every set of modules that some pages share: thirty small files, which
 * compress badly and which a browser fetches six at a time over HTTP/1.1, a round trip each. These are the few that
 * matter; a module goes to the first that has it.
 */
const GROUPS: Group[] = [
  // On every page.
  {
    name: 'core',
    roots: [
      'src/main.tsx',
      'src/state/tabs.ts',
      'src/layout/PageFrame.tsx',
      'src/ui/Breakable.tsx',
      'src/ui/Card.tsx',
      'src/ui/EmptyState.tsx',
    ],
    // The icons that pages with and without a header of settings have in common.
    iconsOf: [
      'src/ui/Loaded.tsx',
      'src/features/feedback/FeedbackButton.tsx',
      'src/layout/NotFoundPage.tsx',
      ...['school', 'graduation-cap', 'chevron-down'].map(
        (name) => `../node_modules/lucide-react/dist/esm/icons/${name}.mjs`,
      ),
    ],
  },
  // On the pages with a field to fill in, and on those that say what went wrong.
  { name: 'field', roots: ['src/ui/Field.tsx'] },
  { name: 'alert', roots: ['src/ui/Alert.tsx', 'src/api/failure.ts'] },
  // On the pages that are a form.
  {
    name: 'form',
    roots: [
      'src/layout/FormPage.tsx',
      'src/ui/TextLink.tsx',
      'src/api/useSubmit.ts',
      'src/features/accounts/CredentialsForm.tsx',
      'src/features/accounts/useGuestsOnly.ts',
    ],
  },
  // On the pages that ask and keep the answers, and of these on those with a list that may be long.
  {
    name: 'data',
    roots: ['src/api/query.ts', 'src/format/counted.ts', 'src/ui/Loaded.tsx', 'src/ui/Skeleton.tsx'],
    iconsOf: [
      'src/lists/SearchField.tsx',
      ...['arrow-down', 'arrow-up'].map((name) => `../node_modules/lucide-react/dist/esm/icons/${name}.mjs`),
    ],
  },
  // What finds somebody, and how an address is written, the lists of teachers need as well, which are drawn whole.
  { name: 'people', roots: ['src/lists/SearchField.tsx', 'src/lists/Address.tsx'] },
  {
    name: 'list',
    roots: [
      'src/lists/PagedTable.tsx',
      'src/lists/ListBar.tsx',
      'src/lists/RowsSkeleton.tsx',
      'src/api/usePages.ts',
      'src/navigation/page-view.ts',
      '../domain/roles.ts',
    ],
  },
  // On the pages with settings in their header.
  {
    name: 'header',
    // The last two are small, and wherever papers are counted.
    roots: [
      'src/layout/AppHeader.tsx',
      'src/layout/SettingsMenu.tsx',
      '../domain/years.ts',
      '../domain/percentage.ts',
    ],
  },
  // After what it shares with the menus there, so that pages without either fetch neither.
  { name: 'popover', roots: ['src/ui/Popover.tsx'] },
  // On the pages that show subjects, and of these on those that count papers.
  { name: 'subjects', roots: ['../domain/subjects.ts'] },
  {
    name: 'papers',
    // The last two here, because a spreadsheet in the settings needs them and not the tracker.
    roots: [
      '../domain/progress.ts',
      '../domain/completion-key.ts',
      '../domain/scores.ts',
      '../domain/days.ts',
      '../domain/attempts.ts',
    ],
  },
  // The tracker at its start, less the page itself.
  { name: 'tracker', roots: [TRACKER], only: OF_TRACKER },
  // The tracker's papers: first what other pages are made of as well, then what is theirs alone.
  { name: 'parts', roots: [PAPERS], only: PART, iconsOf: [PAPERS] },
  { name: 'tracker-papers', roots: [PAPERS], only: OF_TRACKER },
  // Small, and used by several pages of one role, or only together.
  {
    name: 'admin',
    roots: ['src/layout/AdminPage.tsx', 'src/layout/AdminLoadFailed.tsx'],
    only: /src[\\/](layout[\\/]Admin|session[\\/]impersonation)/,
  },
  {
    name: 'teachers',
    roots: [
      'src/features/teachers/TeacherHeader.tsx',
      'src/features/teachers/StatusBadge.tsx',
      'src/features/teachers/dashboard-place.ts',
      'src/features/teachers/useStudents.ts',
    ],
    only: /src[\\/]features[\\/]teachers/,
  },
  {
    name: 'checklist',
    roots: ['src/subjects/SubjectChecklist.tsx'],
    only: /src[\\/](subjects|ui[\\/]Accordion)/,
  },
  { name: 'csv', roots: ['src/format/csv.ts'], only: /src[\\/](format[\\/]csv|device)/ },
  // Icons that are left, by whose pages have them. Nothing else, because a page that needs one of them fetches them all.
  {
    name: 'icons',
    roots: [],
    iconsOf: [
      'src/layout/BackLink.tsx',
      'src/features/teachers/TeacherDashboardPage.tsx',
      'src/features/school-admin/SchoolAdminDashboardPage.tsx',
    ],
  },
  {
    name: 'admin-icons',
    roots: [],
    iconsOf: [
      'src/features/platform-admin/AdminDashboardPage.tsx',
      'src/features/feedback/AdminFeedbackPage.tsx',
    ],
  },
];

/** What changes only when a dependency does, and so stays in a browser's cache from one version to the next. */
const VENDOR = /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam)[\\/]/;
const QUERY = /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/;

export function chunkGroups(root: string) {
  const groups = GROUPS.map(({ name, roots, only, iconsOf = [] }) => {
    const full = (paths: string[]) => paths.map((path) => posix.join(root, path));
    let members: Set<string> | undefined;
    const find = (graph: ModuleGraph) => {
      const own = [...closure(full(roots), graph)].filter((id) => !only || only.test(id));
      const icons = [...closure(full(iconsOf), graph)].filter((id) => ICON.test(id));
      return new Set([...own, ...icons]);
    };
    return {
      debugName: name,
      name: (id: string, graph: ModuleGraph) => ((members ??= find(graph)).has(id) ? name : null),
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
