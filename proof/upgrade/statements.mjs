// node proof/upgrade/statements.mjs, run in the folder of a built version: prints, as JSON, every SQL statement that it
// prepares. A statement is named by the hash of its text (server/db/database.ts): that is where they are seen.
import crypto from 'node:crypto';
import { readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const seen = new Set();
const { createHash } = crypto;
crypto.createHash = (...args) => {
  const hash = createHash(...args);
  const update = hash.update.bind(hash);
  hash.update = (text, ...more) => {
    if (typeof text === 'string') seen.add(text);
    return update(text, ...more);
  };
  return hash;
};
syncBuiltinESMExports();

const folder = join(process.cwd(), 'dist', 'server');
const files = readdirSync(folder, { recursive: true })
  .filter((file) => file.endsWith('.queries.js') && !file.includes('test'))
  .toSorted((a, b) => (a < b ? -1 : 1));
for (const file of files) await import(pathToFileURL(join(folder, file)).href);

/** What PostgreSQL can prepare; the rest are settings and locks. */
const isPrepared = (text) => /^\s*(with|select|insert|update|delete)\b/i.test(text);
console.log(JSON.stringify([...seen].filter(isPrepared)));
