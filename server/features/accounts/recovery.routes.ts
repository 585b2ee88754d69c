import { ONLY_SCHOOL_SIGN_IN } from '../../../domain/messages.ts';
import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import type { Handlers } from '../../http/answer.ts';
import { badRequest, forbidden, HttpError } from '../../http/errors.ts';
import { queueMail } from '../../mail/outbox.queries.ts';
import { getCredentials, replacePasswordHash } from './accounts.queries.ts';
import { findHolder } from './address.queries.ts';
import { checkPassword } from './check-password.ts';
import { endAllAccess } from './end-access.queries.ts';
import { findLink, useLink } from './mail-links.queries.ts';
import { hashOfToken, sendConfirmLink, sendResetLink } from './mail-links.ts';
import { EMAIL_TAKEN, refuseTaken } from './name-conflicts.ts';
import { changeAddress, holdForProof, proveAddress } from './prove-address.ts';
import { refuseWeak } from './refuse-weak.ts';

const deadLink = () => badRequest('This link was used or is too old.');

/** Ways back in, and whose an address is (docs/decisions/040-proof-of-address.md). */
export const recoveryRoutes = ({ db, settings, throttle, passwords }: Context) => {
  const { mail } = settings;
  return {
    'POST /password/forgot': async ({ json, ip }) => {
      if (!mail) return undefined;
      const send = async () => {
        await throttle.hit('forgot', ip);
        await throttle.hit('mailTo', json.email);
        await db.transaction((tx) => sendResetLink(tx, mail, json.email));
      };
      await passwords.inTurn(send, { address: ip });
      return undefined;
    },

    'POST /password/reset': async ({ json, ip }) => {
      const tokenHash = hashOfToken(json.token);
      await throttle.hit('link', ip);
      const link = await findLink(db, 'reset', tokenHash);
      if (!link || link.email !== link.current_email) throw deadLink();
      if ((await getCredentials(db, link.user_id)).is_closed) throw forbidden(ONLY_SCHOOL_SIGN_IN);
      const { user_id: userId, email, password_hash: oldHash } = link;
      const { school_name: name, domain_pattern: domain } = link;
      refuseWeak(
        json.new_password,
        link,
        name === null || domain === null ? undefined : { name, domain_pattern: domain },
      );
      const newHash = await passwords.hash(json.new_password, { address: ip });
      await db.transaction(async (tx) => {
        await holdForProof(tx, userId, email);
        if (!(await useLink(tx, 'reset', tokenHash))) throw deadLink();
        if (!(await proveAddress(tx, userId, email))) throw deadLink();
        if ((await replacePasswordHash(tx, userId, oldHash, newHash)) === 0) throw deadLink();
        await endAllAccess(tx, [userId]);
        await writeAudit(tx, {
          actor: 'user',
          actorId: userId,
          action: 'password_changed',
          schoolId: link.school_id,
          details: { by: 'link' },
        });
        if (mail) {
          await queueMail(tx, {
            cause: `password_changed:${tokenHash.toString('hex')}`,
            kind: 'password_changed',
            to: email,
            userId,
            payload: { name: link.username },
          });
        }
      });
      return undefined;
    },

    'POST /email/confirm': async ({ json, ip }) => {
      const tokenHash = hashOfToken(json.token);
      await throttle.hit('link', ip);
      const link = await findLink(db, 'confirm', tokenHash);
      if (!link) throw deadLink();
      const { user_id: userId, email, current_email: before } = link;
      await refuseTaken(() =>
        db.transaction(async (tx) => {
          await holdForProof(tx, userId, email);
          if (!(await useLink(tx, 'confirm', tokenHash))) throw deadLink();
          if (before === email) {
            if (!(await proveAddress(tx, userId, email))) throw deadLink();
          } else {
            await changeAddress(tx, userId, email, { isProved: true });
            if (mail && before !== null) {
              await queueMail(tx, {
                cause: `email_changed:${tokenHash.toString('hex')}`,
                kind: 'email_changed',
                to: before,
                userId,
                payload: { name: link.is_confirmed ? link.username : null },
              });
            }
          }
          await writeAudit(tx, {
            actor: 'user',
            actorId: userId,
            action: before === email ? 'address_confirmed' : 'address_changed',
            schoolId: link.school_id,
          });
        }),
      );
      return undefined;
    },

    'POST /users/me/email': async ({ user, json, ip }) => {
      const { password_hash: passwordHash } = await getCredentials(db, user.id);
      const { email, current_password: password } = json;
      const attempt = { account: { userId: user.id }, passwordHash, password, ip };
      if (!(await checkPassword({ throttle, passwords }, attempt))) {
        throw badRequest('The current password is wrong.');
      }
      if (email === user.email && (user.isEmailConfirmed || !mail)) return { sent: false };
      if (mail) await throttle.hit('mailTo', email);
      await refuseTaken(() =>
        db.transaction(async (tx) => {
          await holdForProof(tx, user.id, email);
          if (!mail) {
            await changeAddress(tx, user.id, email, { isProved: false });
            await writeAudit(tx, {
              actor: 'user',
              actorId: user.id,
              action: 'address_changed',
              schoolId: user.schoolId,
            });
            return;
          }
          const holder = await findHolder(tx, email);
          if (holder && holder.id !== user.id && !holder.can_lose) throw new HttpError(409, EMAIL_TAKEN);
          await sendConfirmLink(tx, mail, { userId: user.id, email });
        }),
      );
      return { sent: mail !== undefined };
    },

    'POST /users/me/email/link': async ({ user }) => {
      const { email } = user;
      if (!mail || email === null || user.isEmailConfirmed) return { sent: false };
      await throttle.hit('mailTo', email);
      await db.transaction((tx) => sendConfirmLink(tx, mail, { userId: user.id, email }));
      return { sent: true };
    },
  } satisfies Handlers;
};
