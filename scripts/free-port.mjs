// Ports for servers that the tests start.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range from which the system gives out ports: a server takes seconds to bind its own, and everything else
 * that runs meanwhile would be given the same one.
 */
export async function freePorts(count) {
  const ports = new Set();
  while (ports.size < count) {
    const port = randomInt(12_000, 30_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

export async function freePort() {
  const [port] = await freePorts(1);
  return port;
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
