import type { Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DETAILS } from '../../contract/errors.ts';
import { interpose } from './interpose.ts';

/**
 * So many calls are worked on at once; one more is told to come back before anything is done for it. More at once would
 * make none faster and all later. A whole year group that opens the page at the same moment stays below it.
 */
const MAX_UNDER_WAY = 500;

const BODY = JSON.stringify({ detail: DETAILS.unavailable });
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': BODY.length,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'retry-after': '1',
};

const LOG_EVERY_MS = 10_000;

declare module 'fastify' {
  interface FastifyRequest {
    isUnderWay: boolean;
  }
}

export interface Shedding {
  underWay(): number;
  turnedAway(): number;
  /** Turns away before the framework sees a request: in a flood that must cost next to nothing. */
  guard(server: Server): void;
  /** Counts what is worked on below here. */
  count(api: FastifyInstance): void;
}

/** `say` is told now and then how many were turned away since it was last told. */
export const createShedding = (say: (turnedAway: number) => void, maxUnderWay = MAX_UNDER_WAY): Shedding => {
  let underWay = 0;
  let turnedAway = 0;
  let said = { at: Number.NEGATIVE_INFINITY, turnedAway: 0 };

  const turnAway = (response: ServerResponse): void => {
    turnedAway += 1;
    response.writeHead(503, HEADERS).end(BODY);
    const now = performance.now();
    if (now - said.at < LOG_EVERY_MS) return;
    say(turnedAway - said.turnedAway);
    said = { at: now, turnedAway };
  };

  const set = (request: FastifyRequest, value: boolean): void => {
    if (request.isUnderWay === value) return;
    request.isUnderWay = value;
    underWay += value ? 1 : -1;
  };

  return {
    underWay: () => underWay,
    turnedAway: () => turnedAway,

    guard: (server) => {
      interpose(server, (request, response, answer) => {
        if (underWay >= maxUnderWay && request.url?.startsWith('/api/')) turnAway(response);
        else answer();
      });
    },

    count: (api) => {
      api.decorateRequest('isUnderWay', false);
      // Who is it?
      api.addHook('onRequest', async (request) => set(request, true));
      // Now the body comes, as fast or slowly as the line is: whoever is slow takes nobody's place.
      api.addHook('preParsing', async (request) => set(request, false));
      api.addHook('preHandler', async (request) => {
        // The body of an upload is read by its handler; uploads are bounded where their work is done.
        set(request, !request.headers['content-type']?.startsWith('multipart/'));
      });
      api.addHook('onSend', async (request) => set(request, false));
      api.addHook('onResponse', async (request) => set(request, false));
    },
  };
};
