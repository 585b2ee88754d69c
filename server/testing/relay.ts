import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import type pg from 'pg';
import { freePort } from './process.ts';

/** A connection to the database that can be cut, silenced and restored, for tests of outages. */
export interface Relay {
  connection: pg.ClientConfig;
  cut(): Promise<void>;
  /** Connections stay, and new ones are accepted, but nothing gets through. */
  silence(): void;
  /** Nothing gets through the connections that there are, ever again; new ones work. */
  abandon(): void;
  mend(): Promise<void>;
}

const targetOf = (connection: pg.ClientConfig): NetConnectOpts => {
  const url = connection.connectionString ? new URL(connection.connectionString) : undefined;
  const host = url?.hostname ?? connection.host ?? '127.0.0.1';
  const port = Number(url?.port ?? connection.port ?? 5432);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
};

const throughPort = (connection: pg.ClientConfig, port: number): pg.ClientConfig => {
  if (!connection.connectionString) return { ...connection, host: '127.0.0.1', port };
  const url = new URL(connection.connectionString);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { connectionString: url.href };
};

export const startRelay = async (
  connection: pg.ClientConfig,
  /** Called once per connection; the returned function sees everything that is sent to the database over it. */
  listen: () => (bytes: Buffer) => void = () => () => {},
): Promise<Relay> => {
  const target = targetOf(connection);
  const sockets = new Set<Socket>();
  const abandoned = new Set<Socket>();
  let isSilent = false;
  const open = (port: number): Promise<Server> =>
    new Promise((resolve) => {
      const server = createServer((client) => {
        const database = connect(target);
        client.on('data', listen());
        for (const [from, to] of [
          [client, database],
          [database, client],
        ] as const) {
          sockets.add(from);
          from.on('data', (bytes) => to.write(bytes));
          from.on('end', () => to.end());
          if (isSilent) from.pause();
          from.on('error', () => to.destroy());
          from.on('close', () => to.destroy());
        }
      });
      server.listen(port, '127.0.0.1', () => resolve(server));
    });

  const port = await freePort();
  let server = await open(port);
  return {
    connection: throughPort(connection, port),
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of [...sockets, ...abandoned]) socket.destroy();
        sockets.clear();
      }),
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    abandon: () => {
      for (const socket of sockets) abandoned.add(socket.pause());
      sockets.clear();
    },
    mend: async () => {
      isSilent = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) server = await open(port);
    },
  };
};
