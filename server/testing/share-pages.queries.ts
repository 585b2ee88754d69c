import { randomUUID } from 'node:crypto';
import { command, type Queries } from '../db/database.ts';
import { hashOfToken } from '../features/accounts/mail-links.ts';

const allow = command(
  `update schools set share_pages = true where id = (select school_id from users where id = $1) and not share_pages`,
);
const take = command(
  `insert into user_subjects (user_id, subject_id, position)
   select id, 'math_aa_hl', 0 from users where id = $1 on conflict do nothing`,
);
const removeAll = command(`delete from share_pages where user_id = $1`);
const insert = command(
  `insert into share_pages (id, user_id, token_hash, sealed_token, name, subjects, ends_on)
   values ($1, $2, $3, decode(repeat('00', 71), 'hex'), 'Arjun', '{math_aa_hl}', $4)`,
);
const end = command(`update share_pages set ends_on = $2 where id = $1`);
const use = command(`update share_pages set last_used_at = now() - make_interval(mins => $2) where id = $1`);

const TOMORROW = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** The student takes Mathematics AA HL and shares nothing; a page of it can be made. */
export const readyToShare = async (db: Queries, userId: number): Promise<void> => {
  await db.run(allow, [userId]);
  await db.run(take, [userId]);
  await db.run(removeAll, [userId]);
};

let number = 0;
/** A page of Mathematics AA HL, whose sealed token was sealed elsewhere. */
export const insertTestSharePage = async (
  db: Queries,
  userId: number,
  endsOn = TOMORROW(),
): Promise<{ id: string; token: string }> => {
  await db.run(allow, [userId]);
  const id = randomUUID();
  const token = String((number += 1)).padStart(43, 's');
  await db.run(insert, [id, userId, hashOfToken(token), endsOn]);
  return { id, token };
};

export const endTestSharePage = (db: Queries, id: string, on: string) => db.run(end, [id, on]);
export const useTestSharePage = (db: Queries, id: string, minutesAgo: number) =>
  db.run(use, [id, minutesAgo]);
