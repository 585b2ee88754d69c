import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findConditions, findConditionsOfFunctions } from './conditions-in-sql.ts';
import { findGuardsInCode } from './guards-in-code.ts';
import { findAccess, findAdmissions } from './guards-of-access.ts';
import { type Mutant, makeMutant, withIds } from './mutant.ts';

/** All guards of a copy of the project. */

/** Who knows of whom is decided by these too. */
const FUNCTIONS = /^(part_schools|erase_traces)$/;

/** Guards of another form. Each text stands exactly once in its file. */
const NAMED: readonly { file: string; text: string; replacement: string }[] = [
  {
    file: 'server/http/answer.ts',
    text: 'endpoint.response.parse(result)',
    replacement: 'result',
  },
  {
    file: 'server/http/answer.ts',
    text: '(await gate.isPlatformAdmin(utf8(header), request.ip))',
    replacement: '((await gate.isPlatformAdmin(utf8(header), request.ip)), true)',
  },
  {
    file: 'server/features/accounts/admin-password.ts',
    text: 'timingSafeEqual(hashOf(given), wanted)',
    replacement: 'true',
  },
  {
    file: 'server/features/accounts/passwords.ts',
    text: '(await verify(passwordHash ?? NOBODYS_HASH, typed(password)))',
    replacement: '((await verify(passwordHash ?? NOBODYS_HASH, typed(password))), true)',
  },
];

const isCode = (file: string): boolean =>
  /^server\/(features|http)\/.*\.ts$/.test(file) &&
  // A process of its own that runs what was built, and knows nothing of people.
  !/\.test\.|\.queries\.ts$|\/image-worker\.ts$/.test(file);
const isQueries = (file: string): boolean =>
  /^server\/(features|http|db)\/.*\.queries\.ts$/.test(file) &&
  !file.endsWith('.test.queries.ts') &&
  // About the database itself, not about people in it.
  !/^server\/db\/(migrate|schema)\.queries\.ts$|health\.queries\.ts$/.test(file);

const findIn = (file: string, source: string): Mutant[] => {
  if (/^contract\/[\w-]+\.ts$/.test(file) && !file.includes('.test.')) return findAccess(file, source);
  if (file === 'domain/permissions.ts') return findAdmissions(file, source);
  if (isQueries(file)) return findConditions(file, source);
  if (/^server\/db\/migrations\/.*\.sql$/.test(file))
    return findConditionsOfFunctions(file, source, FUNCTIONS);
  return isCode(file) ? findGuardsInCode(file, source) : [];
};

const findNamed = (file: string, source: string): Mutant[] =>
  NAMED.filter((named) => named.file === file).map(({ text, replacement }) => {
    const start = source.indexOf(text);
    if (start === -1 || source.includes(text, start + 1)) throw new Error(`${file} has not once: ${text}`);
    return makeMutant(source, { file, kind: 'named', start, end: start + text.length, replacement });
  });

export const findMutants = (root: string): Mutant[] => {
  const files = ['contract', 'domain', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return withIds(
    files
      .filter((file) => /\.(ts|sql)$/.test(file))
      .toSorted((a, b) => a.localeCompare(b))
      .flatMap((file) => {
        const source = readFileSync(join(root, file), 'utf8');
        return [...findIn(file, source), ...findNamed(file, source)];
      }),
  );
};
