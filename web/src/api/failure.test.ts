import { describe, expect, it, vi } from 'vitest';
import { UNAVAILABLE } from '../../../domain/messages.ts';
import { ApiError, ConnectionError, ProfileError } from './errors.ts';
import { failureOf, Refused, waitingTime } from './failure.ts';

const sentence = () => 'Failed to log in. Please check your credentials.';

describe('failureOf', () => {
  it('says no more than the screen where there is no more to say', () => {
    expect(failureOf(new ApiError(401, 'Incorrect.', undefined), sentence)).toEqual({
      sentence: sentence(),
      hint: undefined,
    });
  });

  it('adds how long to wait', () => {
    expect(failureOf(new ApiError(429, 'Slow down.', 8), sentence).hint).toBe(
      'Too many attempts. Please wait 8 seconds.',
    );
    expect(failureOf(new ApiError(429, undefined, undefined), sentence).hint).toBe(
      'Too many attempts. Please wait a moment.',
    );
  });

  it('adds which door is the right one, unless the screen has said it', () => {
    const refusal = new ApiError(403, 'Please use the school admin login.', undefined);
    expect(failureOf(refusal, sentence).hint).toBe('Please use the school admin login.');
    expect(failureOf(refusal, () => 'Please use the school admin login.').hint).toBeUndefined();
  });

  it('tells no connection from a refusal', () => {
    const silence = new ConnectionError(new TypeError('fetch failed'));
    vi.stubGlobal('navigator', { onLine: false });
    expect(failureOf(silence, sentence)).toEqual({ sentence: sentence(), hint: 'You seem to be offline.' });
    vi.stubGlobal('navigator', { onLine: true });
    expect(failureOf(silence, sentence).hint).toMatch(/cannot be reached/);
    vi.unstubAllGlobals();
  });

  it.each([
    ['no answer', new ConnectionError(new TypeError('fetch failed'))],
    ['a server in trouble', new ApiError(500, 'Something went wrong.', undefined)],
    ['a gateway', new ApiError(504, undefined, undefined)],
  ])('says what to do where nobody knows whether it happened: %s', (_, error) => {
    vi.stubGlobal('navigator', { onLine: true });
    const hint = 'Look whether it is there.';
    expect(failureOf(error, sentence, { hint })).toEqual({
      sentence: sentence(),
      hint: expect.stringMatching(/again.*\. Look whether it is there\.$/),
    });
    expect(failureOf(error, sentence, { sentence: 'No word of it.', hint }).sentence).toBe('No word of it.');
    // Said once.
    expect(failureOf(new ApiError(503, UNAVAILABLE, 1), () => UNAVAILABLE, { hint })).toEqual({
      sentence: UNAVAILABLE,
      hint,
    });
    vi.unstubAllGlobals();
  });

  it('has no doubt about a refusal', () => {
    const unsure = { sentence: 'No word of it.', hint: 'Look whether it is there.' };
    for (const status of [400, 401, 404, 409, 422]) {
      const refusal = new ApiError(status, 'No.', undefined);
      expect(failureOf(refusal, sentence, unsure)).toEqual({ sentence: sentence(), hint: undefined });
    }
  });

  it('names the request that met a fault of the server, and none that was only too much or too early', () => {
    const hintOf = (status: number) =>
      failureOf(new ApiError(status, undefined, undefined, '3f2a9c1e-4cfe-4484-911b-c6912b32ab33'), sentence)
        .hint;
    expect(hintOf(500)).toBe(`${UNAVAILABLE} (Reference: 3f2a9c1e)`);
    expect(hintOf(503)).toBe(UNAVAILABLE);
    expect(hintOf(404)).toBeUndefined();
  });

  it('shows what was found before anything was sent', () => {
    expect(failureOf(new Refused('Passwords do not match'), sentence)).toEqual({
      sentence: 'Passwords do not match',
    });
  });

  it('does not blame the credentials when only the profile is missing', () => {
    expect(failureOf(new ProfileError(undefined), sentence).sentence).not.toBe(sentence());
  });
});

describe('waitingTime', () => {
  it.each([
    [0, '1 second'],
    [1, '1 second'],
    [8, '8 seconds'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [600, '10 minutes'],
  ])('%i is %s', (seconds, text) => {
    expect(waitingTime(seconds)).toBe(text);
  });
});
