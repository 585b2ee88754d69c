import { z } from 'zod';
import { type MailKind, RESET_MINUTES } from '../../domain/mails.ts';
import { frame, type Letter } from './frame.ts';

/** What each kind of mail says. A kind is a pure function of its payload, which is kept as JSON until it is sent. */

interface Template<Payload> {
  payload: z.ZodType<Payload>;
  /**
   * The payload holds a link that opens an account. It is forgotten when the mail was sent or has failed, so such a mail
   * cannot be tried again by hand: whoever wants the link asks for a new one.
   */
  isSecret: boolean;
  /** How long it is worth sending, where that is less than a day. */
  minutes?: number;
  write: (payload: Payload) => Letter;
}

const template = <Payload>(one: Template<Payload>) => ({
  ...one,
  /** Throws for a payload that the kind does not have. */
  read: (payload: unknown): Letter => one.write(one.payload.parse(payload)),
});

/** Null for somebody whose address is not proved: their name may be a message to whoever has it. */
const called = z.string().nullable();
const hello = (name: string | null): string => (name === null ? 'Hello.' : `Hello ${name}.`);

export const TEMPLATES = {
  test: template({
    payload: z.strictObject({ server: z.string() }),
    isSecret: false,
    write: ({ server }) =>
      frame({
        subject: 'Test mail from Tickmark',
        paragraphs: [`This is a test. Tickmark can send mail through ${server}.`],
        reason: 'Someone who runs Tickmark sent this to check that mail reaches you.',
      }),
  }),
  reset: template({
    payload: z.strictObject({ url: z.string(), name: called }),
    isSecret: true,
    minutes: RESET_MINUTES,
    write: ({ url, name }) =>
      frame({
        subject: 'Choose a new password for Tickmark',
        paragraphs: [
          `${hello(name)} Here is the link for a new password. It works once, for ${RESET_MINUTES} minutes.`,
          'If you did not ask for it, do nothing: your password stays as it is.',
        ],
        link: { label: 'Choose a new password', url },
        reason: 'Someone asked for a new password for the Tickmark account with this address.',
      }),
  }),
  no_password: template({
    payload: z.strictObject({ url: z.string() }),
    isSecret: false,
    write: ({ url }) =>
      frame({
        subject: 'Sign in to Tickmark with your school',
        paragraphs: ['You log in to Tickmark through your school, so you do not need a Tickmark password.'],
        link: { label: 'Sign in with your school', url },
        reason: 'Someone asked for a new password for the Tickmark account with this address.',
      }),
  }),
  // Without a name: it goes to whatever address somebody typed, and a name may be a message of theirs.
  confirm: template({
    payload: z.object({ url: z.string() }),
    isSecret: false,
    write: ({ url }) =>
      frame({
        subject: 'Confirm your address for Tickmark',
        paragraphs: [
          'Confirm that this address is yours. Then your school and your teachers can find you.',
          'If you do not know Tickmark, do nothing: the address will not be confirmed.',
        ],
        link: { label: 'Confirm your address', url },
        reason: 'Someone entered this address for a Tickmark account. The link works once, for 7 days.',
      }),
  }),
  password_changed: template({
    payload: z.strictObject({ name: called }),
    isSecret: false,
    write: ({ name }) =>
      frame({
        subject: 'Your Tickmark password was changed',
        paragraphs: [
          `${hello(name)} Your password was changed with a link that was mailed to this address. You are logged out everywhere.`,
          'If it was not you, someone may be reading your mail: change the password of your mailbox, then choose a new one here.',
        ],
        reason: 'You are getting this because it concerns the security of your Tickmark account.',
      }),
  }),
  email_changed: template({
    payload: z.strictObject({ name: called }),
    isSecret: false,
    write: ({ name }) =>
      frame({
        subject: 'Your Tickmark address was changed',
        paragraphs: [
          `${hello(name)} Your Tickmark account now has a different address. Nothing more will be sent to this one.`,
          'If it was not you, tell your school.',
        ],
        reason: 'You are getting this because it concerns the security of your Tickmark account.',
      }),
  }),
  // Old news is not tried again by hand, and the link is its reader's alone.
  weekly: template({
    payload: z.strictObject({
      role: z.enum(['student', 'teacher']),
      name: called,
      sections: z.array(z.strictObject({ title: z.string(), lines: z.array(z.string()) })),
      url: z.string(),
      end_url: z.string(),
      one_click_url: z.string(),
    }),
    isSecret: true,
    write: ({ role, name, sections, url, end_url: endUrl, one_click_url: oneClickUrl }) => ({
      ...frame({
        subject: role === 'teacher' ? 'Your students this week' : 'Your papers this week',
        paragraphs: [hello(name)],
        sections,
        link: { label: 'Open Tickmark', url },
        reason: 'You turned on Tickmark’s weekly mail.',
        end: { label: 'Stop the weekly mail', url: endUrl },
      }),
      // RFC 8058: the mail program's own button ends it.
      headers: {
        'List-Unsubscribe': `<${new URL(oneClickUrl).href}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  }),
} satisfies Record<MailKind, unknown>;

export type PayloadOf<Kind extends MailKind> = z.infer<(typeof TEMPLATES)[Kind]['payload']>;

export const writeLetter = (kind: MailKind, payload: unknown): Letter => TEMPLATES[kind].read(payload);
