import { z } from 'zod';
import type { MailKind } from '../../domain/mails.ts';
import { frame, type Letter } from './frame.ts';

/** What each kind of mail says. A kind is a pure function of its payload, which is kept as JSON until it is sent. */

interface Template<Payload> {
  payload: z.ZodType<Payload>;
  /**
   * The payload holds a link that opens something. It is forgotten when the mail was sent or has failed, so such a mail
   * cannot be tried again by hand: whoever wants the link asks for a new one.
   */
  isSecret: boolean;
  write: (payload: Payload) => Letter;
}

const template = <Payload>(one: Template<Payload>) => ({
  ...one,
  /** Throws for a payload that the kind does not have. */
  read: (payload: unknown): Letter => one.write(one.payload.parse(payload)),
});

export const TEMPLATES = {
  test: template({
    payload: z.strictObject({ server: z.string() }),
    isSecret: false,
    write: ({ server }) =>
      frame({
        subject: 'Test mail from Tickmark',
        paragraphs: [`This is a test. Tickmark can send mail through ${server}.`],
        reason: 'Somebody who runs Tickmark sent this to your address to see that it arrives.',
      }),
  }),
  reset: template({
    payload: z.strictObject({ url: z.string(), name: z.string() }),
    isSecret: true,
    write: ({ url, name }) =>
      frame({
        subject: 'Choose a new password for Tickmark',
        paragraphs: [
          `Hello ${name}, here is the link for a new password. It works once, for 30 minutes.`,
          'If you did not ask for it, do nothing: your password stays as it is.',
        ],
        link: { label: 'Choose a new password', url },
        reason: 'Somebody asked for a new password for the Tickmark account of this address.',
      }),
  }),
  confirm: template({
    payload: z.strictObject({ url: z.string(), name: z.string() }),
    isSecret: true,
    write: ({ url, name }) =>
      frame({
        subject: 'Confirm your address for Tickmark',
        paragraphs: [
          `Hello ${name}, confirm that this address is yours. Your school and your teachers can find you then.`,
          'If you do not know Tickmark, do nothing: without you the address is not confirmed.',
        ],
        link: { label: 'Confirm your address', url },
        reason: 'Somebody gave this address to a Tickmark account. The link works once, for 7 days.',
      }),
  }),
  password_changed: template({
    payload: z.strictObject({ name: z.string() }),
    isSecret: false,
    write: ({ name }) =>
      frame({
        subject: 'Your Tickmark password was changed',
        paragraphs: [
          `Hello ${name}, your password was changed with a link that was mailed to this address. You are logged out everywhere.`,
          'If it was not you, somebody reads your mail: change the password of your mailbox, then choose a new one here.',
        ],
        reason: 'You get this because it concerns the safety of your Tickmark account.',
      }),
  }),
  email_changed: template({
    payload: z.strictObject({ name: z.string() }),
    isSecret: false,
    write: ({ name }) =>
      frame({
        subject: 'Your Tickmark address was changed',
        paragraphs: [
          `Hello ${name}, your Tickmark account has another address now. Mails no longer come here.`,
          'If it was not you, tell your school.',
        ],
        reason: 'You get this because it concerns the safety of your Tickmark account.',
      }),
  }),
} satisfies Record<MailKind, unknown>;

export type PayloadOf<Kind extends MailKind> = z.infer<(typeof TEMPLATES)[Kind]['payload']>;

export const writeLetter = (kind: MailKind, payload: unknown): Letter => TEMPLATES[kind].read(payload);
