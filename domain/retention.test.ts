import { expect, test } from 'vitest';
import { minutesOf, RETENTION, spanText } from './retention.ts';

test.each([
  [{ minutes: 1 }, 1, '1 minute'],
  [{ minutes: 90 }, 90, '90 minutes'],
  [{ hours: 1 }, 60, '1 hour'],
  [{ hours: 12 }, 720, '12 hours'],
  [{ hours: 24 }, 1440, '1 day'],
  [{ hours: 720 }, 43_200, '30 days'],
  [{ days: 730 }, 1_051_200, '730 days'],
])('%j are %i minutes, said as %s', (span, minutes, text) => {
  expect([minutesOf(span), spanText(span)]).toEqual([minutes, text]);
});

test('nothing is kept for no time at all', () => {
  expect(Object.values(RETENTION).every((span) => minutesOf(span) > 0)).toBe(true);
});
