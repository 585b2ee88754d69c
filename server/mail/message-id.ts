import type { MailSender } from '../config.ts';

/** From what is stored with a mail: every try has the same. */
export const messageIdOf = (uuid: string, { address }: MailSender): string =>
  `<${uuid}@${address.slice(address.lastIndexOf('@') + 1)}>`;
