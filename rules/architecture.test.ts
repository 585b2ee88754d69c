import { expect, test } from 'vitest';
import { importsOf, isTest, listSources, read } from './sources.ts';

/** The rules of docs/architecture.md that a machine can check. A failing test lists the places to mend. */

/** What each folder may import of ours, besides itself. */
const FOLDERS_BELOW: Record<string, string[]> = {
  domain: [],
  contract: ['domain'],
  server: ['domain', 'contract'],
  web: ['domain', 'contract'],
  // A journey with mail needs a mail server, and a server that uses it.
  e2e: ['contract', 'server/testing'],
  bench: ['domain', 'contract'],
  proof: ['domain', 'contract', 'server', 'bench'],
};
const PACKAGES: Record<string, string[]> = { domain: [], contract: ['zod'] };

test.each(Object.entries(FOLDERS_BELOW))('%s/ imports only from the folders above it', (folder, below) => {
  const wrong = listSources(folder).flatMap((path) =>
    importsOf(path)
      .filter(
        ({ isOurs, target }) => isOurs && ![folder, ...below].some((one) => target.startsWith(`${one}/`)),
      )
      .map(({ target }) => `${path} -> ${target}`),
  );
  expect(wrong).toEqual([]);
});

/** The layers inside server/: what each of its folders may import of the others. Tests may reach further. */
const SERVER_LAYERS: Record<string, string[]> = {
  db: [],
  storage: [],
  mail: ['db'],
  http: ['db'],
  features: ['db', 'storage', 'mail', 'http'],
  demo: ['db', 'storage', 'features'],
  operations: ['db', 'storage', 'mail', 'features', 'demo'],
};
/** What stands directly in server/ and puts the layers together. */
const ASSEMBLY = ['server/app.ts', 'server/main.ts', 'server/housekeeping.ts', 'server/retention.ts'];

test.each(Object.entries(SERVER_LAYERS))(
  'server/%s imports only from the layers below it',
  (layer, below) => {
    expect(importsFromAbove('server', ASSEMBLY, layer, below)).toEqual([]);
  },
);

/** The layers inside web/src/. A guest becomes somebody with a session and the reverse, so these two know each other. */
const WEB_LAYERS: Record<string, string[]> = {
  state: [],
  device: [],
  navigation: [],
  format: ['device'],
  ui: ['state'],
  lists: ['ui'],
  subjects: ['ui'],
  papers: ['ui'],
  api: ['state'],
  session: ['state', 'navigation', 'api', 'guest'],
  guest: ['state', 'navigation', 'ui', 'api', 'session'],
  layout: ['state', 'navigation', 'ui', 'api', 'session', 'guest'],
  conversation: ['device', 'format', 'ui', 'api', 'layout'],
  features: [
    'state',
    'device',
    'navigation',
    'format',
    'ui',
    'lists',
    'subjects',
    'papers',
    'api',
    'session',
    'guest',
    'layout',
    'conversation',
  ],
};
/** What stands directly in web/src/ and puts the app together; `paths.ts` and `storage.ts` are for all. */
const WEB_ASSEMBLY = [
  'main',
  'prerender',
  'App',
  'Outlet',
  'routes',
  'HomePage',
  'SettingsPage',
  'SchoolAdminSettingsPage',
].map((name) => `web/src/${name}.tsx`);

test.each(Object.entries(WEB_LAYERS))('web/src/%s imports only from the layers below it', (layer, below) => {
  expect(importsFromAbove('web/src', WEB_ASSEMBLY, layer, below)).toEqual([]);
});

/** Their screens are part of the tracker and of the teachers' pages. */
const SHOWN_IN_OTHERS = ['set-work'];

test('features carry the same names in the server and in the web', () => {
  const namesIn = (folder: string) =>
    new Set(listSources(folder).map((path) => path.slice(folder.length + 1).split('/')[0]));
  const shown = namesIn('web/src/features');
  for (const name of SHOWN_IN_OTHERS) shown.add(name);
  expect(shown).toEqual(namesIn('server/features'));
});

test('every folder of web/src is a layer', () => {
  const folders = listSources('web/src').map((path) => path.split('/')[2] ?? '');
  const unknown = folders.filter(
    (name) => !name.includes('.') && name !== 'testing' && !(name in WEB_LAYERS),
  );
  expect(unknown).toEqual([]);
});

function importsFromAbove(folder: string, assembly: string[], layer: string, below: string[]): string[] {
  const isAllowed = (target: string) => {
    const [room, ...rest] = target.slice(folder.length + 1).split('/');
    const isElsewhere = !target.startsWith(`${folder}/`);
    if (isElsewhere || rest.length === 0) return !assembly.includes(target);
    return [layer, ...below].includes(room ?? '');
  };
  return listSources(`${folder}/${layer}`)
    .filter((path) => !isTest(path))
    .flatMap((path) =>
      importsOf(path)
        .filter(({ isOurs, target }) => isOurs && !isAllowed(target))
        .map(({ target }) => `${path} -> ${target}`),
    );
}

test.each(Object.entries(PACKAGES))('%s/ imports only the packages %j', (folder, packages) => {
  const wrong = listSources(folder)
    .filter((path) => !isTest(path))
    .flatMap((path) =>
      importsOf(path)
        .filter(({ isOurs, target }) => !isOurs && !packages.includes(target))
        .map(({ target }) => `${path} -> ${target}`),
    );
  expect(wrong).toEqual([]);
});

test('a file is named for what it holds: AComponent.tsx, useAHook.ts, and all-else.ts', () => {
  const names = /\/(([A-Z][A-Za-z]*\.tsx|use[A-Z][A-Za-z]*\.ts)|[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.tsx?)$/;
  expect(listSources().filter((path) => !names.test(`/${path}`))).toEqual([]);
});

test('there are no cycles', () => {
  const graph = new Map(
    listSources().map((path) => [
      path,
      importsOf(path)
        .filter(({ isOurs, isTypeOnly }) => isOurs && !isTypeOnly)
        .map(({ target }) => target),
    ]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (trail.includes(path) || done.has(path)) return;
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  expect(cycles).toEqual([]);
});

test('a feature of the web never imports another', () => {
  const featureOf = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1];
  const wrong = listSources('web/src/features').flatMap((path) =>
    importsOf(path)
      .filter(({ target }) => featureOf(target) !== undefined && featureOf(target) !== featureOf(path))
      .map(({ target }) => `${path} -> ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('the web imports the contract as types only, so that zod stays out of the browser', () => {
  const wrong = listSources('web/src')
    .filter((path) => !isTest(path))
    .flatMap((path) =>
      importsOf(path)
        .filter(({ target, isTypeOnly }) => target.startsWith('contract/') && !isTypeOnly)
        .map(({ target }) => `${path} -> ${target}`),
    );
  expect(wrong).toEqual([]);
});

test('SQL stands in *.queries.ts only', () => {
  // The statements that concern the database server itself, not its content.
  const exceptions =
    /^server\/(db\/(database|probe|embedded\/[\w-]+)|testing\/(postgres|database|standby))(\.test)?\.ts$/;
  const sql =
    /[`'"]\s*(select\s[\s\S]{0,300}\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|create\s+(table|index|database)|alter\s+table|drop\s+(table|database))\s/i;
  const wrong = listSources('server').filter(
    (path) =>
      !/\.queries\.ts$|migrate\.test\.ts$/.test(path) && !exceptions.test(path) && sql.test(read(path)),
  );
  expect(wrong).toEqual([]);
});

test('the environment is read in config.ts only', () => {
  const exceptions = ['server/config.ts', 'server/testing/postgres.ts'];
  const wrong = listSources('domain', 'contract', 'server', 'web/src').filter(
    (path) => !exceptions.includes(path) && /process\.env/.test(read(path)),
  );
  expect(wrong).toEqual([]);
});
