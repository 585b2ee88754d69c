import { Readable } from 'node:stream';
import { loginKey } from '../../../domain/accounts.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/answer.ts';
import { badRequest, forbidden, notLoggedIn, unprocessable } from '../../http/errors.ts';
import { isRecentLogin } from '../../http/session.queries.ts';
import { removeFilesSoon } from '../evidence/cleanup.ts';
import { getCredentials } from './accounts.queries.ts';
import { checkPassword } from './check-password.ts';
import { NOBODYS_HASH } from './passwords.ts';
import { erasePerson, openPersonalData } from './personal-data.ts';
import { listMadePasswords, listVisits } from './visits.queries.ts';

/** A user without a password proves who they are by having logged in recently. */
const RECENT_MINUTES = 15;
const NOT_RECENT = `Sign in with your school again, and delete your account within ${RECENT_MINUTES} minutes.`;

export const personalDataRoutes = ({ db, storage, throttle, passwords, log }: Context) =>
  ({
    'GET /users/me/visits': async ({ user }) => ({
      visits: await listVisits(db, user.id),
      made_passwords: await listMadePasswords(db, user.id),
    }),

    'GET /users/me/data': async ({ user, request, reply }) => {
      await throttle.hit('personalData', `user ${user.id}`);
      // Fastify runs this handler for HEAD too and drops the body, so there is no need to create it.
      const body =
        request.method === 'HEAD'
          ? Readable.from([])
          : await openPersonalData(db, storage, user.id, {
              actor: 'user',
              actorId: user.id,
              schoolId: user.schoolId,
            });
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="tickmark-data.zip"')
        .send(body) as never;
    },

    'DELETE /users/me': async ({ user, json, ip }) => {
      if (loginKey(json.confirmation) !== loginKey(user.username ?? user.email ?? '')) {
        throw unprocessable(`Type your ${user.username === null ? 'email' : 'username'} to confirm.`);
      }
      const { password_hash: passwordHash } = await getCredentials(db, user.id);
      if (passwordHash === NOBODYS_HASH) {
        if (!(await isRecentLogin(db, user.tokenHash, RECENT_MINUTES))) throw forbidden(NOT_RECENT);
      } else {
        const attempt = { account: { userId: user.id }, passwordHash, password: json.password ?? '', ip };
        if (!(await checkPassword({ throttle, passwords }, attempt)))
          throw badRequest('The password is wrong.');
      }
      // There is nobody to delete when another request did it or changed the password meanwhile: this session has ended
      // too.
      if (!(await erasePerson(db, user.id, { actor: 'user', passwordHash }))) throw notLoggedIn();
      removeFilesSoon({ db, storage, log });
      return undefined;
    },
  }) satisfies Handlers;
