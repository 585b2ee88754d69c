import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The project's own files, as git sees them: tracked, or new and not ignored. */

const root = normalize(join(import.meta.dirname, '..'));

export const listFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)));

export const listSources = (...folders: string[]): string[] =>
  listFiles().filter(
    (path) =>
      /\.tsx?$/.test(path) &&
      (folders.length === 0 || folders.some((folder) => path.startsWith(`${folder}/`))),
  );

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');
export const exists = (path: string): boolean => existsSync(join(root, path));

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;

export interface Import {
  /** A package's name, or the path of one of our files. */
  target: string;
  isOurs: boolean;
  isTypeOnly: boolean;
}

export const importsOf = (path: string): Import[] =>
  [...read(path).matchAll(IMPORT)].map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    const isOurs = target.startsWith('.');
    return {
      target: isOurs ? join(dirname(path), target) : target,
      isOurs,
      isTypeOnly: /^\s*(?:import|export)\s+type\s/.test(match[0].trimStart()),
    };
  });

export const isTest = (path: string): boolean => /\.test\.|\/testing[./]/.test(path);
