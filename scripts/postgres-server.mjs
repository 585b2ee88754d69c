// node scripts/postgres-server.mjs: a throw-away PostgreSQL server of Debian's packages on loopback, for measurements.
// What startDebianPostgres takes may follow as JSON. Prints one line of JSON with its address, runs until its standard input ends, and leaves nothing behind.
// Exit code 3, with the reason, when it cannot be had here.
import { startDebianPostgres } from './debian-postgres.mjs';

let server;
try {
  const log = console.log;
  // Standard output is for the one line.
  console.log = console.error;
  server = await startDebianPostgres(JSON.parse(process.argv[2] ?? '{}'));
  log(JSON.stringify({ url: server.url }));
  process.stdin.resume();
  await new Promise((resolve) => {
    process.stdin.once('end', resolve);
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, resolve);
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = /There is no PostgreSQL/.test(error.message) ? 3 : 1;
} finally {
  await server?.stop();
  process.stdin.destroy();
}
