import { dayIn, nextWeekly } from '../../../domain/weekly-mail.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/answer.ts';
import { HttpError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/session.ts';
import { hashOfToken } from '../accounts/mail-links.ts';
import { getSealKey } from '../accounts/seals.ts';
import { makeToken } from './token.ts';
import { endWeeklyMail, findChoice, getNow, putChoice } from './weekly-mail.queries.ts';

const MONDAY = 1;

/** A mail once a week, for who wants it (docs/decisions/053-weekly-mail.md). */
export const weeklyMailRoutes = ({ db, settings, throttle }: Context) => {
  const isAvailable = settings.mail !== undefined;

  const shown = async ({ id, email, isEmailConfirmed }: SessionUser) => {
    const choice = await findChoice(db, id);
    const nextAt = choice?.next_at ?? null;
    const isOn = isAvailable && isEmailConfirmed && nextAt !== null && choice?.email === email;
    return {
      is_on: isOn,
      weekday: choice?.weekday ?? MONDAY,
      time_zone: choice?.time_zone ?? null,
      next_on: isOn && choice ? dayIn(choice.time_zone, Date.parse(nextAt)) : null,
    };
  };

  return {
    'GET /users/me/weekly-mail': ({ user }) => shown(user),

    'PUT /users/me/weekly-mail': async ({ user, json }) => {
      const { is_on: isOn, weekday, time_zone: timeZone } = json;
      const { id: userId, email } = user;
      if (isOn && !isAvailable) throw new HttpError(409, 'Mail is off here.');
      if (isOn && !user.isEmailConfirmed) throw new HttpError(409, 'Confirm your address first.');
      if (email !== null) {
        const nextAt = isOn ? nextWeekly(json, await getNow(db)) : null;
        const token = makeToken(await getSealKey(db, 'weekly_mail_key'), userId);
        await putChoice(db, { userId, email, weekday, timeZone, nextAt, ...token });
      }
      return shown(user);
    },

    // In the fragment, which reaches no log.
    'GET /weekly-mail/end': async ({ query }) => `/weekly-mail#token=${encodeURIComponent(query.token)}`,

    'POST /weekly-mail/end': async ({ query, ip }) => {
      await throttle.hit('link', ip);
      await endWeeklyMail(db, hashOfToken(query.token));
      return undefined;
    },
  } satisfies Handlers;
};
