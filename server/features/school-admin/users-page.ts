import type { FastifyReply } from 'fastify';
import { NEXT_CURSOR_HEADER, TOTAL_HEADER } from '../../../domain/lists.ts';
import { storedTextProblem } from '../../../domain/text.ts';
import { unprocessable } from '../../http/errors.ts';
import type { ChosenUsers, FoundUser, Place } from './users.queries.ts';

/** One page of a list in any order. */

type Order = Pick<ChosenUsers, 'sort' | 'order'>;

/** It holds for the order in which the list was asked for. */
const writeCursor = ({ sort, order }: Order, { key, id }: Place): string =>
  Buffer.from(JSON.stringify([sort, order, id, key])).toString('base64url');

const isPlace = (
  value: unknown,
  { sort, order }: Order,
): value is [string, string, number, string | null] => {
  if (!Array.isArray(value) || value.length !== 4) return false;
  const [ofSort, inOrder, id, key] = value as unknown[];
  const hasKey = sort === 'id' ? key === null : typeof key === 'string' && !storedTextProblem(key);
  return ofSort === sort && inOrder === order && Number.isSafeInteger(id) && hasKey;
};

export const readCursor = (chosen: Order, cursor: string | undefined): Place | null => {
  if (cursor === undefined) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (isPlace(value, chosen)) return { id: value[2], key: value[3] };
  } catch {
    // Said below.
  }
  throw unprocessable('cursor: Not a valid cursor.');
};

/** The rows to show of those that were found, which are more if there is another page. */
export const sendUsersPage = <Row extends Pick<FoundUser, 'id' | 'key' | 'found'>>(
  rows: Row[],
  { sort, order, limit, cursor }: Order & { limit?: number | undefined; cursor?: string | undefined },
  reply: FastifyReply,
): Row[] => {
  if (limit === undefined) return rows;
  if (cursor === undefined) reply.header(TOTAL_HEADER, rows[0]?.found ?? 0);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (last && rows.length > limit) reply.header(NEXT_CURSOR_HEADER, writeCursor({ sort, order }, last));
  return shown;
};
