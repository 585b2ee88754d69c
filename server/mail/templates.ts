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

const template = <Payload>(one: Template<Payload>): Template<Payload> => one;

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
} satisfies Record<MailKind, unknown>;

export type PayloadOf<Kind extends MailKind> = z.infer<(typeof TEMPLATES)[Kind]['payload']>;

/** Throws for a payload that the kind does not have. */
export const writeLetter = (kind: MailKind, payload: unknown): Letter => {
  const { payload: schema, write } = TEMPLATES[kind];
  return write(schema.parse(payload));
};
