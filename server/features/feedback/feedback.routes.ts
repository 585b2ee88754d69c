import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/answer.ts';
import { insertFeedback } from './feedback.queries.ts';

export const feedbackRoutes = ({ db, throttle }: Context) =>
  ({
    'POST /feedback': async ({ user, json, ip }) => {
      await throttle.hit('feedback', ip);
      await insertFeedback(db, {
        // Who and when are known here; what the page says of them is for show.
        userId: user?.id ?? null,
        email: json.email === 'Anonymous' ? null : json.email,
        message: json.message,
      });
      return { status: 'success' as const };
    },
  }) satisfies Handlers;
