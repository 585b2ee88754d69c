import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltPage } from '../src/prerender.tsx';
import { Chunks } from './chunks.ts';
import { brotli } from './compress.ts';

type Sizes = Record<string, { js: number; html: number }>;
type Site = { outDir: string; pages: BuiltPage[]; chunks: Chunks; fileOf: (page: BuiltPage) => string };

/** What a first visit to each page fetches, in bytes after brotli: to the screen and to `sizes.json`. */
export async function reportSizes({ outDir, pages, chunks, fileOf }: Site): Promise<void> {
  const known = new Map<string, number>();
  const sizeOf = async (file: string) => {
    const size = known.get(file) ?? (await brotli(await readFile(join(outDir, file)))).length;
    known.set(file, size);
    return size;
  };

  const sizes: Sizes = {};
  for (const page of pages) {
    const { name, path, component } = page;
    const html = fileOf(page);
    const atStart = Chunks.atStartOf(await readFile(join(outDir, html), 'utf8'));
    const ofPage = component ? chunks.filesOf(chunks.sourceOf(component)) : [];
    let js = 0;
    for (const file of new Set([...atStart, ...ofPage])) js += await sizeOf(file);
    sizes[path ?? name] = { js, html: await sizeOf(html) };
  }
  await writeFile(join(outDir, 'sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`);
  process.stdout.write(`\n${table(sizes)}\n`);
}

function table(sizes: Sizes): string {
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`.padStart(10);
  const rows = Object.entries(sizes).map(
    ([route, { js, html }]) => route.padEnd(36) + kilobytes(js) + kilobytes(html),
  );
  return ['First load, brotli'.padEnd(36) + 'script'.padStart(10) + 'page'.padStart(10), ...rows].join('\n');
}
