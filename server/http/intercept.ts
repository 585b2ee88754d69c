import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Sees every request before the current handler, and decides whether and when `answer` is called. */
export const intercept = (
  server: Server,
  handle: (request: IncomingMessage, response: ServerResponse, answer: () => void) => void,
): void => {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    handle(request, response, () => {
      for (const listener of listeners) listener.call(server, request, response);
    });
  });
};
