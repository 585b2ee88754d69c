// node scripts/postgres-server.mjs: a throw-away PostgreSQL server of Debian's packages on loopback, for measurements and tests.
// What startDebianPostgres takes may follow as JSON, with `pooler` for the settings of a PgBouncer before it. Prints one line of
// JSON with its address, and that of the pooler, runs until its standard input ends, and leaves nothing behind.
// Exit code 3, with the reason, when it cannot be had here.
import { startDebianPostgres } from './debian-postgres.mjs';
import { startPgbouncer } from './pgbouncer.mjs';

const { pooler: poolerSettings, ...options } = JSON.parse(process.argv[2] ?? '{}');
let server;
let pooler;
try {
  const log = console.log;
  // Standard output is for the one line.
  console.log = console.error;
  server = await startDebianPostgres(options);
  if (poolerSettings) pooler = await startPgbouncer(server.url, poolerSettings);
  log(JSON.stringify({ url: server.url, pooled: pooler?.url }));
  process.stdin.resume();
  await new Promise((resolve) => {
    process.stdin.once('end', resolve);
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, resolve);
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = /There is no PostgreSQL/.test(error.message) ? 3 : 1;
} finally {
  await pooler?.stop();
  await server?.stop();
  process.stdin.destroy();
}
