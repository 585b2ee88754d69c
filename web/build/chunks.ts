import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';

/** Which files of script a page needs at its start, in Vite's own list of what it wrote. */
export class Chunks {
  readonly #manifest: Manifest;

  private constructor(manifest: Manifest) {
    this.#manifest = manifest;
  }

  /** Takes the list out of the folder, which will be served. */
  static async take(outDir: string): Promise<Chunks> {
    const folder = join(outDir, '.vite');
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
    await rm(folder, { recursive: true });
    return new Chunks(manifest);
  }

  /** What the page itself asks for, whichever route it shows. */
  static atStartOf(html: string): string[] {
    return [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? '');
  }

  /** A page's component carries the name of its file. */
  sourceOf(component: string): string {
    const sources = Object.keys(this.#manifest).filter((source) => source.endsWith(`/${component}.tsx`));
    const [source] = sources;
    if (source === undefined || sources.length > 1)
      throw new Error(`A page's component must have the name of its file, and no other: ${component}`);
    return source;
  }

  /** The files of a source and of everything it imports at once, itself last. */
  filesOf(source: string, seen = new Set<string>()): string[] {
    const chunk = this.#manifest[source];
    if (!chunk || seen.has(source)) return [];
    seen.add(source);
    return [...(chunk.imports ?? []).flatMap((next) => this.filesOf(next, seen)), chunk.file];
  }

  /** The styles that a source has to itself. */
  stylesOf(source: string): string[] {
    return this.#manifest[source]?.css ?? [];
  }
}
