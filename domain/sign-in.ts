/** The sign-in that a school runs itself. */

export const SIGN_IN_KINDS = ['google', 'entra', 'other'] as const;
export type SignInKind = (typeof SIGN_IN_KINDS)[number];

/** Why somebody did not come through; `/sign-in#problem=` names one, and the screen has the words. */
export const SIGN_IN_PROBLEMS = [
  'off',
  'away',
  'stale',
  'refused',
  'foreign',
  'unknown',
  'archived',
  'taken',
] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

/** The way through, as a test walks it. */
export const TEST_STEPS = ['provider', 'signed_in', 'domain', 'login'] as const;
export type TestStep = (typeof TEST_STEPS)[number];
export const TEST_OUTCOMES = ['ok', 'failed', 'not_reached'] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

export const GOOGLE_ISSUER = 'https://accounts.google.com';
/** Of one directory: never of all of Microsoft's. */
export const entraIssuer = (tenant: string): string => `https://login.microsoftonline.com/${tenant}/v2.0`;

/** Microsoft's ids of directories; 'common' and 'organizations' would let everybody in. */
export const tenantProblem = (tenant: string): string | undefined =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(tenant)
    ? undefined
    : 'Tenant ID must look like 8eaef023-2b34-4da1-9baa-8bc8c9d6a490.';
