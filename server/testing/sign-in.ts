import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { SignInKind } from '../../domain/sign-in.ts';
import type { Queries } from '../db/database.ts';
import { seal } from '../features/sign-in/sealed.ts';
import { insertJoinCode, insertSessionCode, saveSettings } from '../features/sign-in/sign-in.queries.ts';
import { markSignInTested } from './sign-in.queries.ts';

/** A provider in this process which says whatever a test wants, true or not. A real one is in oidc.ts. */

interface Manners {
  /** What it says about whoever comes. */
  claims: Record<string, unknown>;
  /** Has closed a connection by the time that a second request comes on it. */
  isHasty?: boolean;
  /** Says less in the ID token, and the address only when asked for it. */
  userInfo?: Record<string, unknown>;
  /** Signs with a key that it does not publish. */
  forges?: boolean;
  /** Says nothing signed. */
  unsigned?: boolean;
  /** How far its clock is ahead. */
  secondsAhead?: number;
  isAway?: 'always' | 'at the token';
}

export interface TestProvider {
  issuer: string;
  behave(manners: Manners): void;
  /** Publishes another key from now on, and signs with it. */
  changeKey(): void;
  /** Where it sends somebody back who was sent here. */
  returnFrom(address: string): string;
  /** What was last asked for at the token endpoint. */
  lastTokenRequest(): URLSearchParams;
  stop(): void;
}

export const CLIENT = { id: 'tickmark', secret: 'a-secret/of the+school' };

const newKey = () => ({
  id: randomBytes(8).toString('hex'),
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
});
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const readBody = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

/** It may be called after a folder, such as '/sso/'. */
export const startProvider = async (folder = ''): Promise<TestProvider> => {
  let manners: Manners = { claims: {} };
  let key = newKey();
  let tokenRequest = new URLSearchParams();
  /** Of whoever is under way: what the ID token has to repeat. */
  const underWay = new Map<string, { nonce: string; clientId: string; challenge: string }>();

  const idToken = (about: { nonce: string; clientId: string }): string => {
    const now = Math.floor(Date.now() / 1000) + (manners.secondsAhead ?? 0);
    const signer = manners.forges ? { ...newKey(), id: key.id } : key;
    const head = manners.unsigned ? { alg: 'none' } : { alg: 'RS256', kid: signer.id };
    const claims = {
      iss: issuer,
      aud: about.clientId,
      nonce: about.nonce,
      iat: now,
      nbf: now,
      exp: now + 300,
      ...manners.claims,
    };
    const text = `${encoded(head)}.${encoded(claims)}`;
    const signature = manners.unsigned
      ? ''
      : sign('sha256', Buffer.from(text), signer.privateKey).toString('base64url');
    return `${text}.${signature}`;
  };

  const answer = async (path: string, request: IncomingMessage): Promise<[number, unknown]> => {
    if (path.endsWith('/.well-known/openid-configuration'))
      return [
        200,
        {
          issuer,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          userinfo_endpoint: `${origin}/userinfo`,
          jwks_uri: `${origin}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        },
      ];
    if (path === '/keys')
      return [200, { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: key.id, use: 'sig' }] }];
    if (path === '/userinfo') return [200, { sub: manners.claims['sub'], ...manners.userInfo }];
    tokenRequest = new URLSearchParams(await readBody(request));
    const code = tokenRequest.get('code') ?? '';
    const about = underWay.get(code);
    underWay.delete(code);
    const isRight =
      about !== undefined &&
      tokenRequest.get('client_secret') === CLIENT.secret &&
      createHash('sha256')
        .update(tokenRequest.get('code_verifier') ?? '')
        .digest('base64url') === about.challenge;
    if (!isRight) return [400, { error: 'invalid_grant' }];
    return [200, { access_token: 'for-userinfo', token_type: 'Bearer', id_token: idToken(about) }];
  };

  const used = new WeakSet<Socket>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const isClosed = manners.isHasty && used.has(request.socket);
    used.add(request.socket);
    if (isClosed || manners.isAway === 'always' || (manners.isAway === 'at the token' && path === '/token')) {
      request.socket.destroy();
      return;
    }
    const send = async () => {
      const [status, body] = await answer(path, request);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    void send();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `${origin}${folder}`;

  return {
    issuer,
    behave: (wanted) => {
      manners = wanted;
    },
    changeKey: () => {
      key = newKey();
    },
    returnFrom: (address) => {
      const asked = new URL(address).searchParams;
      const code = randomBytes(8).toString('hex');
      underWay.set(code, {
        nonce: asked.get('nonce') ?? '',
        clientId: asked.get('client_id') ?? '',
        challenge: asked.get('code_challenge') ?? '',
      });
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ state: asked.get('state') ?? '', code }).toString();
      return back.href;
    },
    lastTokenRequest: () => tokenRequest,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

let shared: Promise<TestProvider> | undefined;
/** One that is only asked where it is. */
export const sharedProvider = (): Promise<TestProvider> => {
  shared ??= startProvider();
  return shared;
};

export interface GivenSignIn {
  issuer: string;
  kind?: SignInKind;
  tenant?: string;
  makesStudents?: boolean;
  onlySignIn?: boolean;
}

/** A school's sign-in that was tested: what a test starts from. */
export const setUpSignIn = async (
  db: Queries,
  schoolId: number,
  { issuer, kind = 'other', tenant, makesStudents = false, onlySignIn = false }: GivenSignIn,
): Promise<void> => {
  await saveSettings(db, {
    school_id: schoolId,
    kind,
    issuer,
    tenant: tenant ?? null,
    client_id: CLIENT.id,
    client_secret: await seal(db, schoolId, CLIENT.secret),
    makes_students: makesStudents,
    only_sign_in: onlySignIn,
    isSame: false,
  });
  await markSignInTested(db, schoolId);
};

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const makeToken = () => randomBytes(32).toString('base64url');

/** What somebody brings back, and the browser that they bring it back in. */
export const makeSignInCode = async (
  db: Queries,
  kind: 'session' | 'join',
  { userId, schoolId }: { userId: number; schoolId: number },
): Promise<{ code: string; headers: { cookie: string } }> => {
  const [code, browser] = [makeToken(), makeToken()];
  const hashes = { code: hashOf(code), browser: hashOf(browser) };
  if (kind === 'session') await insertSessionCode(db, hashes, { userId, schoolId });
  else
    await insertJoinCode(db, hashes, {
      user_id: userId,
      school_id: schoolId,
      issuer: 'https://login.example.org',
      subject: code,
      proved_email: null,
    });
  return { code, headers: { cookie: `tickmark-sign-in=${browser}` } };
};
