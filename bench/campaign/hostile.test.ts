import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedTextProblem } from '../../domain/text.ts';
import { ADMIN_PASSWORD, connect, PROJECT } from '../product.ts';
import { runCampaign } from './campaign.ts';
import { startWatched, type Watched } from './watched.ts';

/** The campaign in small, always the same. `npm run bench -- hostile` is the long one, each time another. */

let product: Watched;
beforeAll(async () => {
  product = await startWatched();
});
afterAll(() => product.stop());

/** Every text that people wrote and others read. */
const TEXTS = `
  select username as text from users where username is not null
  union all select email from users where email is not null
  union all select name from schools
  union all select name from teacher_students where name is not null
  union all select email from teacher_students
  union all select original_filename from files
  union all select message from feedback
  union all select email from feedback where email is not null`;

test('hostile requests are answered in our shape, let nobody in and leave nothing bad behind', {
  timeout: 300_000,
}, async () => {
  const { failure, requests } = await runCampaign({
    url: product.url,
    adminPassword: ADMIN_PASSWORD,
    seed: 20_230_501,
    requests: 1500,
  });
  expect(failure).toBeUndefined();
  expect(requests).toBeGreaterThanOrEqual(1500);

  const log = product.complaints.join('\n');
  expect(log).not.toContain('unexpected error');
  expect(log).not.toContain(ADMIN_PASSWORD);
  const db = await connect(product);
  const { rows } = await db.query<{ text: string }>(TEXTS);
  await db.end();
  expect(rows.map(({ text }) => text).filter((text) => storedTextProblem(text, { multiline: true }))).toEqual(
    [],
  );
  const check = join(PROJECT, 'dist', 'server', 'operations', 'check-statistics.js');
  const said = execFileSync(process.execPath, [check], {
    env: { DATA_DIR: product.dataDir },
    encoding: 'utf8',
  });
  expect(said).toBe('All sums are exact.\n');
});
