// start.mjs … -s3.config=FILE: a store on port 8333 with the secret of the first identity in FILE, as SeaweedFS reads it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';

const PORT = 8333;
const option = '-s3.config=';
const file = process.argv.find((argument) => argument.startsWith(option))?.slice(option.length);
const { identities } = JSON.parse(readFileSync(file, 'utf8'));

const server = spawn(process.execPath, ['/stand-in/scripts/s3-server.mjs'], {
  env: { ...process.env, S3_SERVER_SECRET: identities[0].credentials[0].secretKey },
  stdio: ['pipe', 'pipe', 'inherit'],
});
server.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => server.stdin.end());

for await (const line of createInterface({ input: server.stdout })) {
  const { port } = new URL(JSON.parse(line).endpoint);
  createServer((client) => {
    const store = connect(port, '127.0.0.1');
    client.pipe(store).pipe(client);
    for (const end of [client, store]) end.on('error', () => [client, store].forEach((one) => one.destroy()));
  }).listen(PORT, '0.0.0.0');
}
