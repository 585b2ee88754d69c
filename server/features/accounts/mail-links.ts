import { createHash, randomBytes } from 'node:crypto';
import { minutesOf, RETENTION } from '../../../domain/retention.ts';
import type { MailSettings } from '../../config.ts';
import type { Queries } from '../../db/database.ts';
import { queueMail } from '../../mail/outbox.queries.ts';
import { insertLink, type LinkKind } from './mail-links.queries.ts';

/** How long a link works. */
const MINUTES: Record<LinkKind, number> = {
  reset: minutesOf(RETENTION.reset_link),
  confirm: minutesOf(RETENTION.confirm_link),
};

const TOKEN_BYTES = 32;
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The token stands in the fragment: it reaches no server's log, and no other site as a referrer. */
const makeLink = (mail: MailSettings, kind: LinkKind) => {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const tokenHash = hashOfToken(token);
  return { tokenHash, url: `${mail.linksTo}/${kind}#token=${token}` };
};

/** Mails a link to whoever has this address. For one that nobody has, the same statements run. */
export const sendResetLink = async (tx: Queries, mail: MailSettings, email: string): Promise<void> => {
  const { tokenHash, url } = makeLink(mail, 'reset');
  const owner = await insertLink(tx, { tokenHash, kind: 'reset', email, minutes: MINUTES.reset });
  const letter = owner.is_closed
    ? ({ kind: 'no_password', payload: { url: `${mail.linksTo}/sign-in` } } as const)
    : ({ kind: 'reset', payload: { url, name: owner.username } } as const);
  await queueMail(
    tx,
    {
      ...letter,
      cause: `reset:${tokenHash.toString('hex')}`,
      to: email,
      userId: owner.user_id ?? undefined,
    },
    { isWanted: owner.user_id !== null },
  );
};

/** Mails a link that proves that this address is the user's. */
export const sendConfirmLink = async (
  tx: Queries,
  mail: MailSettings,
  { userId, email }: { userId: number; email: string },
): Promise<void> => {
  const { tokenHash, url } = makeLink(mail, 'confirm');
  await insertLink(tx, { tokenHash, kind: 'confirm', userId, email, minutes: MINUTES.confirm });
  await queueMail(tx, {
    cause: `confirm:${tokenHash.toString('hex')}`,
    kind: 'confirm',
    to: email,
    userId,
    payload: { url },
  });
};
