import { openLine, requestBytes, steady } from './connections.ts';
import { quantile } from './figures.ts';
import { connect, freePort, type Product, signIn, startProduct } from './product.ts';
import { line, report, rounds } from './rows.ts';

/**
 * What a thousand lost passwords cost everybody else: how long others wait for their papers while a thousand people ask
 * for a link at once, compared with a thousand people who log in at once.
 */

const PEOPLE = 1000;
/** Others who look at their papers meanwhile, so many a second. */
const OTHERS = { rate: 50, seconds: 6 };
const RUSH_AFTER_MS = 1000;
const ROUNDS = rounds(5, 3);

const addStudents = async (product: Product): Promise<string[]> => {
  const db = await connect(product);
  // The hash is of another password: to find that out takes as long as to find it right.
  const { rows } = await db.query<{ id: number }>(
    `insert into users (username, username_key, email, password_hash, role)
     select name, name, name || '@example.org',
       '$argon2id$v=19$m=19456,t=2,p=1$JNiy39jodgQ0+dITath/7w$aVdBtkh9r6myyzXZpIkBjDEB2N0sgRmIm7z2KHuTBdQ', 'student'
     from generate_series(1, $1::int) as n, lateral (select 'reset' || n as name) as t returning id`,
    [PEOPLE],
  );
  const tokens = await signIn(
    db,
    rows.slice(0, 50).map(({ id }) => id),
  );
  await db.query('vacuum analyze');
  await db.end();
  return tokens;
};

/** All at once, each on a line of its own; resolves to how many were answered, whatever was said. */
const rush = async (port: number, bytes: (n: number) => Buffer): Promise<number> => {
  const lines = Array.from({ length: PEOPLE }, () => openLine(port));
  await Promise.all(lines.map(({ opened }) => opened));
  const statuses = await Promise.all(lines.map((one, n) => one.send(bytes(n))));
  for (const one of lines) one.close();
  return statuses.filter((status) => status > 0).length;
};

const reset = (n: number): Buffer =>
  requestBytes('POST /api/password/forgot', {
    type: 'application/json',
    body: JSON.stringify({ email: `reset${n + 1}@example.org` }),
  });
const login = (n: number): Buffer =>
  requestBytes('POST /api/token', {
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ username: `reset${n + 1}`, password: 'not the password' }).toString(),
  });

const port = await freePort();
// Nobody listens there: the mails wait, as with a mail server that is away.
const product = await startProduct({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'bench@tickmark.example',
  PUBLIC_URL: 'http://localhost:3000',
});
try {
  const tokens = await addStudents(product);
  const others = (n: number) => requestBytes('GET /api/completion', { token: tokens[n % tokens.length] });
  const during = async (bytes: (n: number) => Buffer): Promise<number> => {
    const looking = steady(product.port, { ...OTHERS, ready: 20 }, others);
    await new Promise((resolve) => {
      setTimeout(resolve, RUSH_AFTER_MS);
    });
    await rush(product.port, bytes);
    const { shots } = await looking;
    // A thousand at once exceed what the server handles concurrently, so for a moment everybody may get 503.
    const wrong = shots.filter(({ status }) => status !== 200 && status !== 503).length;
    if (wrong > 0) throw new Error(`${wrong} of ${shots.length} others were answered neither 200 nor 503.`);
    return quantile(
      shots.map(({ ms }) => ms),
      0.99,
    );
  };
  const figures = { resets: [] as number[], logins: [] as number[] };
  await during(reset);
  for (let round = 0; round < ROUNDS; round += 1) {
    figures.resets.push(await during(reset));
    figures.logins.push(await during(login));
  }
  report([
    line('p99 of others while 1,000 ask for a reset link at once (bare: while 1,000 log in)', {
      values: figures.resets,
      unit: 'ms',
      bare: figures.logins,
      budget: { atMost: 1, of: 'ratio' },
    }),
  ]);
} finally {
  await product.stop();
}
