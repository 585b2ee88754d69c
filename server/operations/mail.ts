import { randomUUID } from 'node:crypto';
import { emailProblem } from '../../domain/accounts.ts';
import { readSettings } from '../config.ts';
import { adviceOn } from '../mail/advice.ts';
import { messageIdOf } from '../mail/message-id.ts';
import { sendLetter } from '../mail/smtp.ts';
import { writeLetter } from '../mail/templates.ts';
import { complain, runCommand, say } from './command.ts';

/** `npm run mail -- someone@example.edu`: sends a test mail at once, and says what is wrong if it does not leave. */

const HELP = 'npm run mail -- someone@example.edu        sends a test mail with SMTP_URL and MAIL_FROM';

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
