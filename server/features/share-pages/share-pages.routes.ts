import type { FastifyRequest } from 'fastify';
import type { SharedProgress } from '../../../contract/share-pages.ts';
import { averageScore } from '../../../domain/scores.ts';
import { MAX_SHARE_PAGES, NOT_SHARED, SHARING_OFF } from '../../../domain/share-pages.ts';
import { scoresOf, sharedSubject } from '../../../domain/shared-progress.ts';
import { defaultYearRange, withStartYear } from '../../../domain/years.ts';
import type { Context } from '../../context.ts';
import { lockUsers } from '../../db/locks.queries.ts';
import type { Handlers } from '../../http/answer.ts';
import { forbidden, HttpError, notFound, unprocessable } from '../../http/errors.ts';
import { hashOfToken } from '../accounts/mail-links.ts';
import { getSealKey } from '../accounts/seals.ts';
import { makeSharePage, pathOfSharePage } from './make-share-page.ts';
import {
  deleteSharePage,
  findShared,
  findTwin,
  getStanding,
  isSharingOn,
  listSharePages,
  type SharedRow,
  type SharePageRow,
  touchSharePage,
} from './share-pages.queries.ts';

/** Counted as the student's own tracker counts. */
const progressOf = ({ subjects, done, ...row }: SharedRow): SharedProgress => {
  const { timezone_overrides: overrides, sits, papers: which } = row;
  const shown = subjects.map((subjectId) => {
    const range = row.year_ranges[subjectId] ?? defaultYearRange();
    const question = {
      subjectId,
      // It may have been chosen while more years were open.
      range: withStartYear(range, range.startYear),
      overrides,
      sits: sits ?? undefined,
      which: which ?? undefined,
    };
    return { subject_id: subjectId, ...sharedSubject(question, done) };
  });
  return {
    name: row.name,
    ends_on: row.ends_on,
    only_set: which === 'set',
    completed: shown.reduce((sum, { completed }) => sum + completed, 0),
    total: shown.reduce((sum, { total }) => sum + total, 0),
    average: averageScore(scoresOf(subjects, done)),
    subjects: shown,
  };
};

/** Pages that students show to people without an account (docs/decisions/047-share-pages.md). */
export const sharePagesRoutes = ({ db, settings, throttle, log }: Context) => {
  const getKey = () => getSealKey(db, 'share_page_key');
  const shown = (key: Buffer, request: FastifyRequest, page: SharePageRow) => {
    const path = pathOfSharePage(key, page);
    const host = settings.publicUrl ?? `${request.protocol}://${request.host}`;
    return { ...page, link: path === undefined ? null : host + path };
  };

  return {
    'GET /users/me/share-pages': async ({ user, request }) => {
      const key = await getKey();
      const pages = await listSharePages(db, user.id);
      return {
        is_on: await isSharingOn(db, user.id),
        pages: pages.map((page) => shown(key, request, page)),
      };
    },

    'POST /users/me/share-pages': async ({ user, json, request }) => {
      await throttle.hit('sharePage', `user ${user.id}`);
      const key = await getKey();
      const { name, subjects, ends_on: endsOn } = json;
      const page = { userId: user.id, name, subjects, endsOn };
      const row = await db.transaction(async (tx) => {
        await lockUsers(tx, [user.id]);
        const { is_on: isOn, takes_all: takesAll, pages } = await getStanding(tx, page);
        if (!isOn) throw forbidden(SHARING_OFF);
        if (!takesAll) throw unprocessable('Choose subjects that you take.');
        const same = await findTwin(tx, page);
        if (same) return same;
        if (pages >= MAX_SHARE_PAGES) {
          throw new HttpError(409, `You already have ${MAX_SHARE_PAGES} share pages. Revoke one first.`);
        }
        return makeSharePage(tx, key, page);
      });
      return shown(key, request, row);
    },

    'DELETE /users/me/share-pages/{id}': async ({ user, params }) => {
      if ((await deleteSharePage(db, user.id, params.id)) === 0) throw notFound();
      return undefined;
    },

    'POST /shared': async ({ json, ip }) => {
      await throttle.hit('shared', ip);
      const row = await findShared(db, hashOfToken(json.token));
      if (!row) throw new HttpError(404, NOT_SHARED);
      // As with a login: five minutes is exact enough, and nobody waits for it.
      if (row.is_stale) {
        touchSharePage(db, row.id).catch((error: unknown) => log.warn({ err: error }, 'use not noted'));
      }
      return progressOf(row);
    },
  } satisfies Handlers;
};
