import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A school's sign-in, run by a real provider in this process. Whoever comes is the person that a journey names. */

export interface Somebody {
  sub: string;
  email: string;
  email_verified: boolean;
}

export const CLIENT = { id: 'tickmark', secret: 'a secret of the school' };

export const startSchool = async (redirectAddress: string) => {
  let somebody: Somebody = { sub: 'nobody', email: '', email_verified: false };
  let isAway = false;
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectAddress],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: [] },
    scopes: ['openid', 'email', 'profile'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/who-are-you' },
    cookies: { keys: ['of', 'these', 'journeys'] },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => somebody }),
    loadExistingGrant: async ({ oidc }: { oidc: { provider: Provider; client: { clientId: string } } }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: somebody.sub });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    if (context.path !== '/who-are-you') return next();
    return provider.interactionFinished(context.req, context.res, { login: { accountId: somebody.sub } });
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    // Whoever came before has gone: each way through begins with nobody.
    if (request.url?.startsWith('/auth?')) delete request.headers.cookie;
    if (isAway) request.socket.destroy();
    else answer(request, response);
  });
  return {
    issuer,
    sends: (person: Somebody) => {
      somebody = person;
    },
    goesAway: () => {
      isAway = true;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
