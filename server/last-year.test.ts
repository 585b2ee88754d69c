import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openYears } from '../domain/last-year.ts';
import { createPerson } from './testing/people.ts';
import { startTestServer } from './testing/server.ts';
import { shareServerWithSite } from './testing/shared-server.ts';
import { writePages } from './testing/site.ts';

/** A server whose school needs the papers after 2024. */

const HTML = '<html lang="en"><p>every paper from 2014 to 2024 has a box</p></html>';
const server = shareServerWithSite(
  async (folder) => {
    await writeFile(join(folder, 'index.html'), HTML);
    await writePages(folder, '/', 'index.html');
  },
  { environment: { LAST_YEAR: '2026' } },
);

const LATE = { subject_id: 'math_aa_hl', year: 2026, session: 'May', paper: 'paper1', timezone: 'TZ1' };
const KEY = 'math_aa_hl-2026-May-paper1-TZ1';
const RANGES = { math_aa_hl: { startYear: 2020, endYear: 2026 } };

test('the pages know it', async () => {
  expect(await (await fetch(server.url)).text()).toBe(
    '<html lang="en" data-last-year="2026"><p>every paper from 2014 to 2026 has a box</p></html>',
  );
});

test('later papers can be ticked, merged and chosen; lowered again, they are refused and nothing is lost', async () => {
  const { token } = await createPerson(server.db, 'student');
  const json = { ...LATE, is_completed: true, score: 80 };
  expect((await server.call('POST /completion', { token, json })).status).toBe(200);
  const bulk = { completion_data: { 'math_aa_hl-2025-May-paper1-TZ1': { is_completed: true, score: 5 } } };
  expect((await server.call('POST /completion/bulk', { token, json: bulk })).body).toMatchObject({
    imported: 1,
  });
  const tooLate = await server.call('POST /completion', { token, json: { ...json, year: 2027 } });
  expect(tooLate).toMatchObject({ status: 422, body: { detail: 'year: Must be at most 2026.' } });
  const preferences = { year_ranges: RANGES, timezone_overrides: {}, sits: null, papers: null };
  await server.call('PUT /users/me/preferences', { token, json: preferences });
  const before = (await server.call('GET /completion', { token })).body;
  expect(Object.keys(before)).toEqual(expect.arrayContaining([KEY]));

  const lowered = await startTestServer({ database: server.db });
  try {
    expect((await lowered.call('POST /completion', { token, json })).status).toBe(422);
    expect((await lowered.call('GET /completion', { token })).body).toEqual(before);
    // A browser sends back what it was told, with what its user has changed.
    const told = (await lowered.call('GET /users/me/preferences', { token })).body;
    expect(told.year_ranges).toEqual(RANGES);
    const again = await lowered.call('PUT /users/me/preferences', { token, json: { ...told, sits: 'TZ1' } });
    expect(again.status).toBe(200);
    expect((await lowered.call('GET /users/me/preferences', { token })).body.year_ranges).toEqual(RANGES);
  } finally {
    await lowered.stop();
    // Both run in this process, which has one last year.
    openYears(2026);
  }
});
