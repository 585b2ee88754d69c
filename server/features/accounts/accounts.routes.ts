import type { FastifyRequest } from 'fastify';
import { emailDomain, loginKey } from '../../../domain/accounts.ts';
import { deviceOf } from '../../../domain/device.ts';
import {
  ADMIN_LOGIN_REFUSED,
  ARCHIVED,
  LOGIN_REFUSED,
  ONLY_SCHOOL_SIGN_IN,
  TEACHER_REQUIRED,
} from '../../../domain/messages.ts';
import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import { claimAddresses, holdDomain } from '../../db/locks.queries.ts';
import type { Handlers } from '../../http/answer.ts';
import { badRequest, forbidden, HttpError, notFound, unprocessable } from '../../http/errors.ts';
import { deleteLogin, deleteOtherLogins, deleteSession, listLogins } from '../../http/session.queries.ts';
import { openSession } from '../../http/session.ts';
import { followNewUsers } from '../teachers/followers.queries.ts';
import { countRequests, isInvited } from '../teachers/teachers.queries.ts';
import {
  findCredentials,
  findSchoolOfAddress,
  getCredentials,
  getPreferences,
  insertUser,
  replacePasswordHash,
  savePreferences,
} from './accounts.queries.ts';
import { checkPassword } from './check-password.ts';
import { endAllAccess } from './end-access.queries.ts';
import { sendConfirmLink } from './mail-links.ts';
import { refuseTaken } from './name-conflicts.ts';
import { refuseWeak } from './refuse-weak.ts';

const deviceIn = ({ headers }: FastifyRequest): string => deviceOf(headers['user-agent'] ?? '');

export const accountsRoutes = ({ db, settings, throttle, passwords, adminPassword }: Context) => {
  /** Finds the user with this password; gives the same answer, after the same time, whatever was wrong. */
  const authenticate = async (login: string, password: string, ip: string, refusal: string) => {
    const user = await findCredentials(db, login);
    const account = user ? { userId: user.id } : { login: loginKey(login) };
    const attempt = { account, passwordHash: user?.password_hash, password, ip };
    const isRight = await checkPassword({ throttle, passwords }, attempt);
    const refuse = () => new HttpError(401, refusal);
    if (!user || !isRight) throw refuse();
    if (user.is_archived) throw forbidden(ARCHIVED);
    if (user.is_closed) throw forbidden(ONLY_SCHOOL_SIGN_IN);
    await throttle.hit('login', `user ${user.id}`);
    return { ...user, passwordHash: user.password_hash, refuse };
  };

  const logIn = (user: Awaited<ReturnType<typeof authenticate>>, device: string) =>
    db.transaction(async (tx) => {
      const token = await openSession(tx, user, { refusal: user.refuse, device });
      await writeAudit(tx, {
        actor: 'user',
        actorId: user.id,
        action: 'logged_in',
        schoolId: user.school_id,
      });
      return { access_token: token, must_change_password: user.must_change_password };
    });

  return {
    'POST /register': async ({ json: { invitation, ...json }, ip, request }) => {
      const school = await findSchoolOfAddress(db, json.email);
      if (school?.is_closed) throw forbidden(ONLY_SCHOOL_SIGN_IN);
      refuseWeak(json.password, json, school);
      const passwordHash = await passwords.hash(json.password, {
        address: ip,
        first: async () => {
          await throttle.hit('register', ip);
          if (settings.mail) await throttle.hit('mailTo', json.email);
        },
      });
      const register = () =>
        db.transaction(async (tx) => {
          await claimAddresses(tx, [json.email]);
          await holdDomain(tx, emailDomain(json.email));
          // Only whoever has the mailbox was sent the invitation, or was given it by the teacher.
          const isProved = invitation !== undefined && (await isInvited(tx, json.email, invitation));
          const waits = settings.mail !== undefined && !isProved;
          const { id } = await insertUser(
            tx,
            { ...json, passwordHash, role: 'student' },
            { isProved, waits },
          );
          if (settings.mail && waits)
            await sendConfirmLink(tx, settings.mail, { userId: id, email: json.email });
          else await followNewUsers(tx, [id]);
          return {
            access_token: await openSession(tx, { id, role: 'student' }, { device: deviceIn(request) }),
          };
        });
      return refuseTaken(register, 400);
    },

    'POST /token': async ({ form, query, ip, request }) => {
      const user = await authenticate(form.username, form.password, ip, LOGIN_REFUSED);
      if (user.role === 'school_admin') throw forbidden('Please use the school admin login.');
      if (query.login_type === 'teacher' && user.role !== 'teacher') {
        throw forbidden(TEACHER_REQUIRED);
      }
      return logIn(user, deviceIn(request));
    },

    'POST /schooladmin/login': async ({ json, ip, request }) => {
      const user = await authenticate(json.username, json.password, ip, 'Invalid credentials');
      if (user.role !== 'school_admin') throw forbidden('Access denied. School admin account required.');
      return logIn(user, deviceIn(request));
    },

    'POST /admin/login': async ({ json, ip }) => {
      if (!(await adminPassword(json.password, ip))) throw forbidden(ADMIN_LOGIN_REFUSED);
      await writeAudit(db, { actor: 'platform_admin', action: 'admin_logged_in' });
      return undefined;
    },

    'POST /logout': async ({ user }) => {
      await deleteSession(db, user.tokenHash);
      return undefined;
    },

    'GET /users/me': async ({ user }) => ({
      ...user,
      email_confirmed: user.isEmailConfirmed,
      link_mailed: settings.mail !== undefined && user.email !== null && !user.isEmailConfirmed,
      is_admin: user.role === 'school_admin',
      school_id: user.schoolId,
      school_name: user.schoolName,
      must_change_password: user.mustChangePassword,
      requests: user.role === 'student' ? await countRequests(db, user.id) : 0,
    }),

    'POST /users/me/password': async ({ user, json, ip, request }) => {
      const { password_hash: oldHash, school } = await getCredentials(db, user.id);
      refuseWeak(json.new_password, user, school);
      const wrong = () => badRequest('The current password is wrong.');
      const attempt = {
        account: { userId: user.id },
        passwordHash: oldHash,
        password: json.current_password,
        ip,
      };
      if (!(await checkPassword({ throttle, passwords }, attempt))) throw wrong();
      if (json.new_password.normalize('NFKC') === json.current_password.normalize('NFKC'))
        throw unprocessable('Password must be different from the current one.');
      const newHash = await passwords.hash(json.new_password, { address: ip });
      return db.transaction(async (tx) => {
        // Zero when another request changed it meanwhile: the password that was checked is no longer current.
        if ((await replacePasswordHash(tx, user.id, oldHash, newHash)) === 0) throw wrong();
        await endAllAccess(tx, [user.id]);
        await writeAudit(tx, {
          actor: 'user',
          actorId: user.id,
          action: 'password_changed',
          schoolId: user.schoolId,
        });
        return { access_token: await openSession(tx, user, { device: deviceIn(request) }) };
      });
    },

    'GET /users/me/sessions': async ({ user }) => ({
      sessions: await listLogins(db, user.id, user.tokenHash),
    }),

    'DELETE /users/me/sessions': async ({ user }) => {
      await deleteOtherLogins(db, user.id, user.tokenHash);
      return undefined;
    },

    'DELETE /users/me/sessions/{id}': async ({ user, params }) => {
      if ((await deleteLogin(db, user.id, params.id)) === 0) throw notFound();
      return undefined;
    },

    'GET /users/me/preferences': ({ user }) => getPreferences(db, user.id),

    'PUT /users/me/preferences': async ({ user, json, recorded }) => {
      await recorded(db, (tx) => savePreferences(tx, user.id, json));
      return getPreferences(db, user.id);
    },
  } satisfies Handlers;
};
