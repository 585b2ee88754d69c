import type { MailSettings } from '../config.ts';
import type { Fault } from './smtp.ts';

/** What to look at when a mail does not leave. */
export const adviceOn = (fault: Fault, { server, from }: MailSettings): string => {
  const place = `${server.host}:${server.port}`;
  const advice: Record<Fault, string> = {
    'unknown host': `There is no machine of the name ${server.host}. Is it right in SMTP_URL?`,
    'refused connection': `Nothing listens at ${place}. Is the port right in SMTP_URL?`,
    silence: `There was no answer from ${place}. Is the port right in SMTP_URL, and does a firewall let it through?`,
    TLS: `Is it smtps:// for TLS from the start (usually port 465) and smtp:// for the others (587 or 25)? The certificate must be valid for ${server.host}; NODE_EXTRA_CA_CERTS names a file with that of a private authority.`,
    login: 'Are the user and the password right in SMTP_URL?',
    sender: `Mails come from ${from.address}. May this login send in its name? It is set by MAIL_FROM.`,
    recipient: 'Is the address right, and does the mail server pass mails on to it?',
    message: 'The mail server took the addresses, but not the mail.',
    connection: `Is it a mail server that listens at ${place}, and may this machine use it?`,
    stopped: '',
  };
  return advice[fault];
};
