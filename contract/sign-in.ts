import { z } from 'zod';
import { SIGN_IN_KINDS, TEST_OUTCOMES, TEST_STEPS, tenantProblem } from '../domain/sign-in.ts';
import { endpoints } from './endpoint.ts';
import { accessToken, email, givenPassword, id, idAsText, role, storedText, timestamp } from './fields.ts';

const ofSchool = z.strictObject({ schoolId: idAsText });

/** What somebody brings back from their school, once. */
const code = z.string().regex(/^[\w-]{43}$/, 'This is not a code.');
/** The role says which of the screens the token is for. */
const signedIn = accessToken.extend({ role });

const testStep = z.object({
  step: z.enum(TEST_STEPS),
  outcome: z.enum(TEST_OUTCOMES),
  detail: z.string().nullable(),
});

const switches = { makes_students: z.boolean(), only_sign_in: z.boolean() };
const settings = z.object({
  kind: z.enum(SIGN_IN_KINDS),
  /** Of any other provider than the two. */
  issuer: z.string(),
  tenant: z.string().nullable(),
  client_id: z.string(),
  /** It is never shown. False after a restore: the key that opens it is in no backup. */
  has_secret: z.boolean(),
  ...switches,
  /** When somebody came through with these settings; until then the sign-in is off. */
  tested_at: timestamp.nullable(),
  last_test: z.array(testStep),
});
export type SignInSettings = z.infer<typeof settings>;

const answered = z.object({
  /** What is entered at the provider. */
  redirect_address: z.string(),
  settings: settings.nullable(),
});

const tenant = z
  .string()
  .max(100)
  .transform((text) => text.trim().toLowerCase())
  .superRefine((text, context) => {
    const message = tenantProblem(text);
    if (message) context.addIssue({ code: 'custom', message });
  });
const issuer = z
  .url({ protocol: /^https?$/, error: 'Issuer must be a web address.' })
  .max(500)
  .refine((text) => !/[?#@]/.test(text), 'Issuer must be a web address without a question mark or a name.');

const given = {
  client_id: storedText(500),
  /** Left out: the one that is saved stays. */
  client_secret: storedText(1000).optional(),
  ...switches,
};

export const signIn = endpoints({
  'GET /sign-in/options': {
    summary: 'What the screens for getting in can offer here',
    access: 'public',
    response: z.object({
      /** Whether links are mailed; otherwise the staff pass on passwords. */
      mail: z.boolean(),
      /** Whether any school has a sign-in of its own. */
      school_sign_in: z.boolean(),
      /** The school that has one, if there is exactly one. */
      only_school: id.nullable(),
    }),
  },
  'GET /sign-in/schools': {
    summary: 'The school whose sign-in is for this address, by its domain',
    access: 'public',
    query: z.strictObject({ email }),
    response: z.object({ school_id: id.nullable() }),
  },
  'GET /sign-in/{schoolId}/start': {
    summary: 'Go to the school’s sign-in',
    access: 'public',
    params: ofSchool,
    response: 'redirect',
  },
  'GET /sign-in/callback': {
    summary: 'Come back from the school’s sign-in; leads to /sign-in with a code, or with what went wrong',
    access: 'public',
    // Providers add what they like.
    query: z.record(z.string(), z.unknown()),
    response: 'redirect',
  },
  'POST /sign-in/session': {
    summary: 'Exchange the code that was brought back, once, within a minute and in the same browser',
    access: 'public',
    json: z.strictObject({ code }),
    response: signedIn,
  },
  'POST /sign-in/join': {
    summary:
      'Join the account of the same address by its password; with null it is somebody else’s, who loses the address',
    access: 'public',
    json: z.strictObject({ code, password: givenPassword.nullable() }),
    response: signedIn,
  },
  'GET /users/me/sign-in': {
    summary: 'Whether my school has a sign-in of its own, and whether I am joined to it',
    access: 'signedIn',
    response: z.object({
      offered: z.boolean(),
      joined: z.boolean(),
      /** False for somebody who signs in through the school and never set one. */
      has_password: z.boolean(),
    }),
  },
  'POST /users/me/sign-in': {
    summary: 'Join my account to my school’s sign-in: answers where to go',
    access: 'signedIn',
    impersonated: { refused: 'An account cannot be joined while viewing as somebody else.' },
    response: z.object({ address: z.string() }),
  },
  'GET /admin/schools/{schoolId}/sign-in': {
    summary: 'A school’s sign-in, without its secret',
    access: 'platformAdmin',
    params: ofSchool,
    response: answered,
  },
  'PUT /admin/schools/{schoolId}/sign-in': {
    summary: 'Set a school’s sign-in up; other settings than before have to be tested before they are used',
    access: 'platformAdmin',
    params: ofSchool,
    json: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('google'), ...given }),
      z.strictObject({ kind: z.literal('entra'), tenant, ...given }),
      z.strictObject({ kind: z.literal('other'), issuer, ...given }),
    ]),
    response: answered,
  },
  'DELETE /admin/schools/{schoolId}/sign-in': {
    summary: 'Remove a school’s sign-in, and who is joined to it',
    access: 'platformAdmin',
    params: ofSchool,
    response: null,
  },
  'POST /admin/schools/{schoolId}/sign-in/test': {
    summary: 'Test the saved settings: answers where to go, or null when the provider is not found',
    access: 'platformAdmin',
    params: ofSchool,
    response: z.object({ address: z.string().nullable() }),
  },
});
