import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { MailSettings } from '../config.ts';
import type { Database } from '../db/database.ts';
import { UnavailableError } from '../errors.ts';
import type { Letter } from './frame.ts';
import { messageIdOf } from './message-id.ts';
import { markMailFailed, markMailSent, postponeMail, type TakenMail, takeMails } from './outbox.queries.ts';
import { type SmtpLimits, sendLetter } from './smtp.ts';
import { writeLetter } from './templates.ts';

/** Sends the mails that wait, a few at a time. Several servers may do it at once. */
export interface Sender {
  start(): void;
  /** Takes no more, and gives those on their way a few seconds to arrive. */
  stop(): Promise<void>;
  /** How many this server has sent. */
  sent(): number;
}

const AT_ONCE = 5;
const LOOK_EVERY_MS = 2000;
const AFTER_FAULT_MS = 15_000;
const STOP_WITHIN_MS = 6000;
/** After the first, second, third try; then always the last. */
const PAUSES_IN_MINUTES = [1, 5, 15, 60];
/** What became of a mail must be written down: one that was sent would be sent again. */
const TRIES = 60;
/** When we are told to stop, and are late already. */
const LAST_TRIES = 3;
const TRY_EVERY_MS = 1000;

const pauseAfter = (tries: number): number =>
  PAUSES_IN_MINUTES[Math.min(tries, PAUSES_IN_MINUTES.length) - 1] ?? 1;

export const createSender = (
  db: Database,
  log: Pick<Logger, 'warn' | 'error' | 'info'>,
  settings: MailSettings,
  {
    limits,
    lookEveryMs = LOOK_EVERY_MS,
    stopWithinMs = STOP_WITHIN_MS,
  }: { limits?: SmtpLimits; lookEveryMs?: number; stopWithinMs?: number } = {},
): Sender => {
  const stopping = new AbortController();
  const cutting = new AbortController();
  let sent = 0;
  let loop: Promise<void> = Promise.resolve();

  /**
   * Tries again: a database that is busy or restarts is soon back. While nothing can be written nobody else can take the
   * mail either, so that is waited for however long it lasts.
   */
  const writeDown = async ({ id }: TakenMail, write: () => Promise<unknown>): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        await write();
        return;
      } catch (error) {
        const most = error instanceof UnavailableError ? Number.POSITIVE_INFINITY : TRIES;
        if (tries >= (cutting.signal.aborted ? LAST_TRIES : most)) throw error;
        if (tries === 1)
          log.warn({ mail: id, err: error }, 'what became of a mail could not be written down yet');
        await delay(TRY_EVERY_MS);
      }
    }
  };

  /** Neither the address nor the words of the mail, nor the server's answer, which may repeat them, are logged. */
  const deliver = async (mail: TakenMail): Promise<void> => {
    const about = { mail: mail.id, kind: mail.kind, tries: mail.tries };
    let letter: Letter;
    try {
      letter = writeLetter(mail.kind, mail.payload);
    } catch (error) {
      log.error({ ...about, err: error }, 'a mail could not be written');
      await writeDown(mail, () => markMailFailed(db, mail, 'It could not be written.'));
      return;
    }
    const outcome = await sendLetter(
      settings,
      { to: mail.recipient, messageId: messageIdOf(mail.message_id, settings.from), letter },
      { ...(limits && { limits }), signal: cutting.signal },
    );
    if (outcome.isSent) {
      sent += 1;
      await writeDown(mail, () => markMailSent(db, mail.id, outcome.answer));
      log.info(about, 'mail sent');
    } else {
      log.warn({ ...about, fault: outcome.fault, isFinal: outcome.isFinal }, 'mail not sent');
      await writeDown(mail, () =>
        outcome.isFinal
          ? markMailFailed(db, mail, outcome.answer)
          : postponeMail(db, mail, outcome.answer, pauseAfter(mail.tries)),
      );
    }
  };

  /** What could not be written down is found again when its time with us has passed. */
  const deliverOrLog = (mail: TakenMail): Promise<void> =>
    deliver(mail).catch((error: unknown) =>
      log.error({ mail: mail.id, err: error }, 'what became of a mail could not be written down'),
    );

  const wait = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => {});

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const { mails, isMore } = await takeMails(db, AT_ONCE);
        await Promise.all(mails.map(deliverOrLog));
        if (!isMore) await wait(lookEveryMs);
      } catch (error) {
        log.warn({ err: error }, 'mails could not be taken; it will be tried again');
        await wait(AFTER_FAULT_MS);
      }
    }
  };

  return {
    start: () => {
      loop = run();
    },
    stop: async () => {
      stopping.abort();
      const late = setTimeout(() => cutting.abort(), stopWithinMs);
      await loop;
      clearTimeout(late);
    },
    sent: () => sent,
  };
};
