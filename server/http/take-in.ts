import type { Server } from 'node:http';
import { connect } from 'node:net';

/** Where we reach ourselves: a server that listens everywhere has an address that nobody can call. */
const ownAddress = (address: string): string => {
  if (address === '0.0.0.0') return '127.0.0.1';
  return address === '::' ? '::1' : address;
};

/**
 * Resolves when every connection made until now is in our hands. The system completes a connection before we know of it
 * and hands them out in the order in which they came; those that we have not taken are cut off when we stop listening.
 * So we stand in line ourselves: once we are answered, so is or will be everybody who was there before.
 */
export const takeInWaiting = async (server: Server, withinMs: number): Promise<void> => {
  const at = server.address();
  if (at === null || typeof at === 'string') return;
  await new Promise<void>((resolve) => {
    const socket = connect({ host: ownAddress(at.address), port: at.port });
    socket.setTimeout(withinMs, () => socket.destroy());
    // Nobody is lost with us: either nobody waits, or more than the system lets into the line.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve());
    socket.end('GET /livez HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    socket.resume();
  });
};
