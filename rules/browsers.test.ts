import { expect, test } from 'vitest';
import { FIREFOX_TITLES } from '../e2e/firefox-part.ts';
import { listFiles, read } from './sources.ts';

test('every journey that continuous integration runs in Firefox exists, by its title, once', () => {
  const journeys = listFiles()
    .filter((path) => path.endsWith('.spec.ts'))
    .map(read)
    .join('');
  for (const title of FIREFOX_TITLES) expect(journeys.split(`'${title}'`), title).toHaveLength(2);
});
