import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** A small built site: all that the server knows of the web is pages.json and files. */
export const writeSite = async (root: string) => {
  await mkdir(join(root, 'assets'));
  await mkdir(join(root, 'landing'));
  const script = 'console.log(1)';
  await Promise.all([
    writeFile(join(root, 'index.html'), '<h1>home</h1>'),
    writeFile(join(root, 'app.html'), '<h1>app</h1>'),
    writeFile(join(root, 'not-found.html'), '<h1>Page Not Found</h1>'),
    writeFile(join(root, 'landing', 'index.html'), '<h1>landing</h1>'),
    writeFile(join(root, 'favicon.svg'), '<svg/>'),
    writeFile(join(root, 'assets', 'main-abc.js'), script),
    writeFile(join(root, 'assets', 'main-abc.js.br'), brotliCompressSync(script)),
    writeFile(
      join(root, 'pages.json'),
      JSON.stringify({
        routes: [
          { path: '/', file: 'index.html' },
          { path: '/teachers/students/:studentId', file: 'app.html' },
        ],
        notFound: 'not-found.html',
        landing: 'landing/index.html',
        inlineScripts: ['sha256-script'],
        inlineStyles: ['sha256-style'],
      }),
    ),
  ]);
};

/** The pages.json of a site whose only page is `file`. */
export const writePages = (root: string, path: string, file: string): Promise<void> =>
  writeFile(
    join(root, 'pages.json'),
    JSON.stringify({
      routes: [{ path, file }],
      notFound: file,
      landing: file,
      inlineScripts: [],
      inlineStyles: [],
    }),
  );
