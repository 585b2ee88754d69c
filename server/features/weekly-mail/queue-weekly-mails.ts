import type { Logger } from 'pino';
import { dayIn, isWeeklyTime, minutesLeftOfDay, nextWeekly } from '../../../domain/weekly-mail.ts';
import type { MailSettings } from '../../config.ts';
import type { Database, Queries } from '../../db/database.ts';
import { queueMail } from '../../mail/outbox.queries.ts';
import { getSealKey } from '../accounts/seals.ts';
import { studentsSections, teachersSections } from './contents.ts';
import { makeToken, openToken } from './token.ts';
import { type DueRow, findDue, moveToNext, putOffMail, replaceToken } from './weekly-mail.queries.ts';

/** On an instance that was restored from a backup nobody knows the token any more, and there is a new one. */
const tokenOf = async (tx: Queries, { user_id: userId, sealed_token: sealed }: DueRow) => {
  const key = await getSealKey(tx, 'weekly_mail_key');
  const known = openToken(key, userId, sealed);
  if (known !== undefined) return known;
  const made = makeToken(key, userId);
  await replaceToken(tx, userId, made.tokenHash, made.sealedToken);
  return made.token;
};

const write = async (tx: Queries, mail: MailSettings, row: DueRow, today: string) => {
  const { user_id: userId, role, time_zone: timeZone, now } = row;
  const sectionsOf = role === 'teacher' ? teachersSections : studentsSections;
  const sections = await sectionsOf(tx, userId, today);
  if (sections.length === 0) return;
  const token = await tokenOf(tx, row);
  await queueMail(tx, {
    // One a day, also for somebody who moves to another time zone and lives the day twice.
    cause: `weekly:${userId}:${today}`,
    kind: 'weekly',
    to: row.email,
    userId,
    payload: {
      role: role ?? 'student',
      name: row.username,
      sections,
      url: mail.linksTo + (role === 'teacher' ? '/teachers' : '/'),
      end_url: `${mail.linksTo}/weekly-mail#token=${token}`,
      one_click_url: `${mail.linksTo}/api/weekly-mail/end?token=${token}`,
    },
    minutes: minutesLeftOfDay(timeZone, Date.parse(now)),
  });
};

/** Writes the first mail that is due, if its day is not over, and decides when the next is; false if none is due. */
const queueOne = (db: Database, mail: MailSettings, onTaken: (userId: number) => void): Promise<boolean> =>
  db.transaction(async (tx) => {
    const row = await findDue(tx);
    if (!row) return false;
    onTaken(row.user_id);
    const now = Date.parse(row.now);
    await moveToNext(tx, row.user_id, nextWeekly(row, now));
    // After a day on which no server ran it is too late.
    if (row.role !== null && isWeeklyTime(row, now)) {
      await write(tx, mail, row, dayIn(row.time_zone, now));
    }
    return true;
  });

/**
 * Writes the weekly mails that are due. However many servers do it at once, a person has one: whoever takes the row
 * writes the mail and moves the row to the week after, in one transaction.
 */
export const queueWeeklyMails = async (
  db: Database,
  mail: MailSettings,
  { log, isStopped = () => false }: { log: Pick<Logger, 'error'>; isStopped?: () => boolean },
): Promise<void> => {
  for (let isMore = true; isMore && !isStopped(); ) {
    let taken: number | undefined;
    try {
      isMore = await queueOne(db, mail, (userId) => {
        taken = userId;
      });
    } catch (error) {
      if (isStopped()) return;
      if (taken === undefined) throw error;
      log.error({ err: error }, 'a weekly mail could not be written; it will be tried again in an hour');
      await putOffMail(db, taken);
    }
  }
};
