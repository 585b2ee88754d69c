import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';

/**
 * What the product is measured against: node:http and pg and nothing else, no checks and no headers, with the same
 * statements, prepared too, one call at a time each; and records that are read as rows and mapped here. Runs as a process
 * of its own: `node server.js CONNECTION`, with what `pg` needs as JSON; prints its port.
 */

const pool = new pg.Pool({ ...(JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig), max: 10 });

const SESSION = {
  name: 'session',
  text: `select token_hash, case when is_impersonation then sessions.id end as visit_id,
     last_used_at < now() - interval '5 minutes' as is_stale, users.id, username, email, role, school_id
   from sessions join users on users.id = user_id
   where token_hash = any($1) and expires_at > now()`,
};
const TICK = {
  name: 'tick',
  text: `select * from set_completions(
     $1::int[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::int[], $9::text[],
     $10::date[], $11
   ) as user_id`,
};
const RECORDS = {
  name: 'records',
  text: `select key, is_completed, score, coalesce(file_count, 0)::int as file_count, completed_at
   from completions
   left join (
     select completion_key as key, count(*) as file_count from files where user_id = $1 group by completion_key
   ) as counts using (key)
   where user_id = $1`,
};

interface Tick {
  subject_id: string;
  year: number;
  session: string;
  paper: string;
  timezone: string | null;
  is_completed: boolean;
  score: number | null;
}
interface Kept {
  key: string;
  is_completed: boolean;
  score: number | null;
  file_count: number;
  completed_at: Date | null;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

const userOf = async (request: IncomingMessage): Promise<number> => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const hash = createHash('sha256').update(token).digest();
  const { rows } = await pool.query<{ id: number }>({ ...SESSION, values: [[hash]] });
  return rows[0]?.id ?? 0;
};

const tick = async (request: IncomingMessage): Promise<unknown> => {
  const body = JSON.parse(await bodyOf(request)) as Tick;
  const user = await userOf(request);
  const { subject_id, year, session, paper, timezone, is_completed, score } = body;
  await pool.query({
    ...TICK,
    values: [
      [user],
      [subject_id],
      [year],
      [session],
      [paper],
      [timezone],
      [is_completed],
      [is_completed ? score : null],
      [null],
      [null],
      false,
    ],
  });
  const key = [subject_id, year, session, paper, ...(timezone ? [timezone] : [])].join('-');
  return { status: 'success', key, is_completed, score };
};

const records = async (request: IncomingMessage): Promise<unknown> => {
  const { rows } = await pool.query<Kept>({ ...RECORDS, values: [await userOf(request)] });
  return Object.fromEntries(
    rows.map(({ key, is_completed, score, file_count, completed_at }) => [
      key,
      { is_completed, score, file_count, completed_at: completed_at?.toISOString() ?? null },
    ]),
  );
};

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const text = JSON.stringify(request.method === 'POST' ? await tick(request) : await records(request));
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
};

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.destroy(error as Error));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`);
});
