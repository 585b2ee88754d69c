import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The name of the script, and of its entry in the build. */
export const SERVICE_WORKER = 'service-worker';

/** What a page may fetch later on; the icons of an installed app are the system's business. */
const PART_OF_PAGES = /^assets\/[^/]+\.(js|css|woff2)$|^favicon\.svg$/;

/** Tells the service worker which files belong to this build, under a name that changes when one of them does. */
export async function fillServiceWorker(
  outDir: string,
  site: { documents: ReadonlyMap<string, string>; drawn: readonly string[]; shell: string | undefined },
): Promise<void> {
  const { documents, drawn, shell } = site;
  if (shell === undefined) throw new Error('No page has the shell for its document');
  const files = (await readdir(outDir, { recursive: true }))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => PART_OF_PAGES.test(file))
    .toSorted();
  const addresses = [...drawn, shell, ...files.map((file) => `/${file}`)];

  const build = createHash('sha256').update(addresses.join());
  for (const html of documents.values()) build.update(html);
  const path = join(outDir, `${SERVICE_WORKER}.js`);
  const script = await readFile(path, 'utf8');
  await writeFile(
    path,
    replaced(script, {
      '["FILES"]': JSON.stringify(addresses),
      BUILD: build.digest('hex').slice(0, 12),
      SHELL: shell,
    }),
  );
}

function replaced(script: string, values: Record<string, string>): string {
  let result = script;
  for (const [placeholder, value] of Object.entries(values)) {
    const parts = result.split(placeholder);
    if (parts.length !== 2) throw new Error(`The service worker has no single place for ${placeholder}`);
    result = parts.join(value);
  }
  return result;
}
