import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedTextProblem } from '../../domain/text.ts';
import { listSumDifferences } from '../features/tracker/sums.queries.ts';
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../testing/server.ts';
import { runCampaign } from './campaign.ts';
import { listStoredTexts } from './hostile.test.queries.ts';

/** The campaign in small, always the same. `npm run bench -- hostile` is the long one, each time another. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('hostile requests are answered in our shape, let nobody in and leave nothing bad behind', {
  timeout: 300_000,
}, async () => {
  const { failure, requests } = await runCampaign({
    url: server.url,
    adminPassword: ADMIN_PASSWORD,
    seed: 20_230_501,
    requests: 1500,
  });
  expect(failure).toBeUndefined();
  expect(requests).toBeGreaterThanOrEqual(1500);

  const log = server.logged();
  expect(log).not.toContain('unexpected error');
  expect(log).not.toContain(ADMIN_PASSWORD);
  const stored = await listStoredTexts(server.db);
  expect(stored.filter((text) => storedTextProblem(text, { multiline: true }))).toEqual([]);
  expect(await listSumDifferences(server.db)).toEqual([]);
});
