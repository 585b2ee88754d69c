import { randomUUID } from 'node:crypto';
import { emailProblem } from '../../domain/accounts.ts';
import { type MailSettings, readSettings } from '../config.ts';
import { messageIdOf } from '../mail/message-id.ts';
import { type Fault, sendLetter } from '../mail/smtp.ts';
import { writeLetter } from '../mail/templates.ts';
import { complain, runCommand, say } from './command.ts';

/** `npm run mail -- someone@example.edu`: sends a test mail at once, and says what is wrong if it does not leave. */

const HELP = 'npm run mail -- someone@example.edu        sends a test mail with SMTP_URL and MAIL_FROM';

/** What to look at. */
const adviceOn = (fault: Fault, { server, from }: MailSettings): string => {
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

const send = async (to: string): Promise<void> => {
  const { mail } = readSettings();
  if (!mail) return complain('Mail is off. Set SMTP_URL and MAIL_FROM to turn it on.');
  const problem = emailProblem(to);
  if (problem !== undefined) return complain(`${to}: ${problem}`);
  const outcome = await sendLetter(mail, {
    to,
    messageId: messageIdOf(randomUUID(), mail.from),
    letter: writeLetter('test', { server: mail.server.host }),
  });
  if (outcome.isSent) {
    return say(`${mail.server.host} took the mail for ${to}: ${outcome.answer}\nSee whether it arrives.`);
  }
  return complain(`The mail was not sent. ${outcome.answer}\n${adviceOn(outcome.fault, mail)}`);
};

const [to, ...more] = process.argv.slice(2);
await runCommand(async () => {
  if (to === undefined || to.startsWith('-') || more.length > 0) return complain(HELP);
  return send(to);
});
