import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { freePort } from '../product.ts';

/** A line to something that can be cut, made to go silent, and mended. */
export interface Relay {
  port: number;
  /** Connections break, new ones are refused. */
  cut(): Promise<void>;
  /** Connections stay and carry nothing; new ones are taken and carry nothing. */
  silence(): void;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export const startRelay = async (target: NetConnectOpts): Promise<Relay> => {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => {
      if (!to.write(bytes)) from.pause();
    });
    to.on('drain', () => {
      if (!isSilent) from.resume();
    });
    from.on('end', () => to.end());
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (isSilent) from.pause();
  };
  const open = (port: number): Promise<Server> =>
    new Promise((resolve) => {
      const server = createServer((near) => {
        const far = connect(target);
        join(near, far);
        join(far, near);
      });
      server.listen(port, '127.0.0.1', () => resolve(server));
    });

  const port = await freePort();
  let server: Server | undefined = await open(port);
  const cut = () =>
    new Promise<void>((resolve) => {
      if (!server) return resolve();
      server.close(() => resolve());
      server = undefined;
      for (const socket of sockets) socket.destroy();
      return undefined;
    });
  return {
    port,
    cut,
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    mend: async () => {
      isSilent = false;
      for (const socket of sockets) socket.resume();
      server ??= await open(port);
    },
    close: cut,
  };
};
