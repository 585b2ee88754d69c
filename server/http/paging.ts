import type { FastifyReply } from 'fastify';
import { NEXT_CURSOR_HEADER } from '../../domain/lists.ts';
import { unprocessable } from './errors.ts';

/** Which part of a list a statement should return: from where on, and at most how many rows. */
export interface Page {
  /** The id of the previous page's last row. */
  after: number | null;
  /** One row more than is shown, which tells whether there is another page; null for the whole list. */
  rows: number | null;
}

export const readPage = (
  query: { cursor?: string | undefined; limit?: number | undefined },
  { defaultLimit }: { defaultLimit?: number } = {},
): Page => {
  const { cursor, limit = defaultLimit } = query;
  if (cursor !== undefined && !/^[1-9]\d{0,14}$/.test(cursor)) {
    throw unprocessable('cursor: Not a valid cursor.');
  }
  return {
    after: cursor === undefined ? null : Number(cursor),
    rows: limit === undefined ? null : limit + 1,
  };
};

/** The rows to show; names the next page in a header if there is one. */
export const sendPage = <Row extends { id: number }>(rows: Row[], page: Page, reply: FastifyReply): Row[] => {
  if (page.rows === null || rows.length < page.rows) return rows;
  const shown = rows.slice(0, -1);
  const last = shown.at(-1);
  if (last) reply.header(NEXT_CURSOR_HEADER, String(last.id));
  return shown;
};
