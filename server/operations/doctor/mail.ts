import type { MailSettings } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { adviceOn } from '../../mail/advice.ts';
import { countMails } from '../../mail/outbox.queries.ts';
import { findMailFault, SMTP_LIMITS } from '../../mail/smtp.ts';
import { type Finding, findingsAbout } from './finding.ts';

const { ok, warning, wrong } = findingsAbout('mail');

/** Somebody waits for the doctor. */
const LIMITS = { ...SMTP_LIMITS, silenceMs: 10_000, wholeMs: 20_000 };

/** Connects and logs in; sends nothing. */
export async function* checkMailServer(mail: MailSettings | undefined): AsyncIterable<Finding> {
  if (!mail) {
    yield ok('It is off: SMTP_URL and MAIL_FROM are not set, and links are shown to be passed on.');
    return;
  }
  const { server, from } = mail;
  const place = `${server.host}:${server.port}`;
  const failure = await findMailFault(server, LIMITS);
  yield failure
    ? wrong(`${place} cannot be used: ${failure.answer}`, adviceOn(failure.fault, mail))
    : ok(
        `${place} ${server.login ? 'takes the login' : 'answers'}. Whether mails from ${from.address} arrive, npm run mail -- ADDRESS shows.`,
      );
}

export async function* checkOutbox(db: Database): AsyncIterable<Finding> {
  const { waiting, failed, sent_today: sentToday } = await countMails(db);
  if (failed > 0)
    yield warning(
      `${failed} of the last 30 days ${failed === 1 ? 'has' : 'have'} failed.`,
      'The platform admin’s page Mail says which, and why, and tries again.',
    );
  yield ok(`${sentToday} sent today, ${waiting} waiting.`);
}
