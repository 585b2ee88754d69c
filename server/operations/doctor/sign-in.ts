import type { Settings } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { NotFoundError } from '../../errors.ts';
import { unsealWith } from '../../features/accounts/seals.ts';
import { getSecret } from '../../features/accounts/secrets.queries.ts';
import { discover, isAllowedIssuer } from '../../features/sign-in/provider.ts';
import { ownerOf } from '../../features/sign-in/sealed.ts';
import { ask } from './ask.ts';
import type { Clock } from './clocks.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { listSignIns, type SchoolSignIn } from './state.queries.ts';
import { connectionFault, reasonOf } from './words.ts';

const { ok, warning, wrong } = findingsAbout('sign-in');

/** Read only: the server makes the key when it first needs one. */
const findKey = (db: Database): Promise<Buffer | undefined> =>
  getSecret(db, 'sign_in_key').catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });

const explainProvider = (error: unknown, { school, issuer, only_sign_in: isOnly }: SchoolSignIn): Finding => {
  const { hostname, host } = new URL(issuer);
  const consequence = isOnly
    ? 'nobody of this school can log in; in its management, under Sign-in, “Only through the school’s sign-in” can be turned off until it is back.'
    : 'people of this school can log in with their passwords meanwhile.';
  const fault = connectionFault(error, {
    host: hostname,
    place: host,
    what: 'the provider',
    setting: 'the issuer',
  });
  if (fault)
    return wrong(
      `${school}: the provider ${issuer} cannot be reached: ${fault.found}.`,
      `${fault.advice} Until then ${consequence}`,
    );
  return wrong(
    `${school}: the provider ${issuer} does not answer as it should: ${reasonOf(error)}`.replace(/\.?$/, '.'),
    `Type the issuer in the school’s management, under Sign-in, exactly as it stands in ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration, and test it. Until then ${consequence}`,
  );
};

async function* checkProvider(
  signIn: SchoolSignIn,
  clientSecret: string | undefined,
  { settings, clocks }: { settings: Settings; clocks: Clock[] },
): AsyncIterable<Finding> {
  const { school, issuer, client_id: clientId, is_tested: isTested } = signIn;
  if (!isAllowedIssuer(issuer, settings)) {
    yield wrong(
      `${school}: the issuer ${issuer} does not begin with https, so it is not used.`,
      'Type the https address of the issuer in the school’s management, under Sign-in.',
    );
    return;
  }
  try {
    // First, for it ends also where nobody answers.
    const { secondsAhead } = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    clocks.push({ whose: new URL(issuer).host, secondsAhead });
    await discover({ issuer, clientId, clientSecret: clientSecret ?? 'unknown' });
  } catch (error) {
    yield explainProvider(error, signIn);
    return;
  }
  if (clientSecret === undefined)
    yield wrong(
      `${school}: its client secret was sealed by another installation, from which a backup was restored, and cannot be read.`,
      'Type the client secret again in the school’s management, under Sign-in, and test it.',
    );
  else if (!isTested)
    yield warning(
      `${school}: the provider ${issuer} answers; the sign-in is off, because it was not tested since it was changed.`,
      'In the school’s management, under Sign-in, press Test sign-in.',
    );
  else yield ok(`${school}: the provider ${issuer} answers and calls itself so.`);
}

/** The provider of each school: whether it is there, and is the one that it is taken for. */
export async function* checkSignIns(
  db: Database,
  settings: Settings,
  clocks: Clock[],
): AsyncIterable<Finding> {
  const signIns = await listSignIns(db);
  if (signIns.length === 0) yield ok('No school has a sign-in of its own.');
  const key = await findKey(db);
  for (const signIn of signIns) {
    const secret = key && unsealWith(key, ownerOf(signIn.school_id), signIn.client_secret);
    yield* checkProvider(signIn, secret, { settings, clocks });
  }
}
