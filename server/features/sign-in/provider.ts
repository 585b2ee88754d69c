import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
} from 'openid-client';
import { LOOPBACK, type Settings } from '../../config.ts';

/** A school's provider, by OpenID Connect: authorization code with PKCE, state and nonce. */

export interface Client {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What is remembered of somebody who was sent away, until they are back. */
export interface Errand {
  state: string;
  nonce: string;
  verifier: string;
}

/** How long it may take to answer. */
const PATIENCE_SECONDS = 8;
/** How far its clock may be from ours. */
const CLOCK_SECONDS = 60;

/** Without encryption only on this machine, by a server that is for this machine alone: for tests. */
export const isAllowedIssuer = (issuer: string, { isLocal }: Pick<Settings, 'isLocal'>): boolean => {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'https:' || (isLocal && LOOPBACK.test(hostname));
};

/**
 * In the body where the provider takes it there: the library encodes a secret for the header by the letter of the
 * standard, and not every provider decodes it.
 */
const authentication = (secret: string): ClientAuth => {
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    const isTaken = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (isTaken ? inBody : inHeader)(server, client, body, headers);
  };
};

/** A slash too many or too few is a common mistake, and the library's words do not say which it is. */
const namingIssuer = (error: Error): never => {
  const { attribute, body } = (error.cause ?? {}) as { attribute?: string; body?: { issuer: string } };
  if (attribute !== 'issuer' || !body) throw error;
  throw new Error(`The provider calls itself ${body.issuer}. Type the issuer exactly like that.`);
};

/** Asked each time: a provider that changed its keys or addresses is followed at once. */
export const discover = ({ issuer, clientId, clientSecret }: Client): Promise<Configuration> =>
  discovery(new URL(issuer), clientId, { [clockTolerance]: CLOCK_SECONDS }, authentication(clientSecret), {
    timeout: PATIENCE_SECONDS,
    // One that is kept open may be closed at the other end just when it is used again, which would look like an outage.
    [customFetch]: (address, { body = null, ...options }) =>
      fetch(address, { ...options, body, headers: { ...options.headers, connection: 'close' } }),
    execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
  }).catch(namingIssuer);

/** Where to send somebody. */
export const addressFor = async (
  provider: Configuration,
  { state, nonce, verifier }: Errand,
  { redirectAddress, domain }: { redirectAddress: string; domain?: string | undefined },
): Promise<string> =>
  buildAuthorizationUrl(provider, {
    redirect_uri: redirectAddress,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Google then offers only accounts of the school; what counts is checked when they are back.
    ...(domain !== undefined && { hd: domain }),
  }).href;

/** Who came back, as the provider signed it. Only an address may come from elsewhere: not all put it there. */
export const claimsOf = async (
  provider: Configuration,
  { state, nonce, verifier }: Errand,
  arrival: URL,
): Promise<IDToken> => {
  const tokens = await authorizationCodeGrant(provider, arrival, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('There is no ID token.');
  if (claims['email'] !== undefined || provider.serverMetadata().userinfo_endpoint === undefined) {
    return claims;
  }
  const { email, email_verified } = await fetchUserInfo(provider, tokens.access_token, claims.sub);
  return { ...claims, ...(email !== undefined && { email, email_verified: email_verified ?? false }) };
};
