import type { Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DETAILS } from '../../contract/errors.ts';
import { createSampler } from '../sampler.ts';
import { intercept } from './intercept.ts';

/**
 * This many calls run at once; further ones are told to come back before any work is done for them. More at once would
 * make none faster and all later. A whole year group opening the page at the same moment stays below it.
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

declare module 'fastify' {
  interface FastifyRequest {
    isUnderWay: boolean;
  }
}

export interface Shedding {
  underWay(): number;
  turnedAway(): number;
  /** Refuses before the framework sees a request: in a flood that must cost next to nothing. */
  guard(server: Server): void;
  /** Counts the calls of this part of the API. */
  count(api: FastifyInstance): void;
}

/** Now and then `say` gets the number of calls refused since the last time. */
export const createShedding = (say: (turnedAway: number) => void, maxUnderWay = MAX_UNDER_WAY): Shedding => {
  let underWay = 0;
  let turnedAway = 0;
  const sayTurnedAway = createSampler<true>((_, times) => say(times));

  const turnAway = (response: ServerResponse): void => {
    turnedAway += 1;
    response.writeHead(503, HEADERS).end(BODY);
    sayTurnedAway(true);
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
      intercept(server, (request, response, answer) => {
        if (underWay >= maxUnderWay && request.url?.startsWith('/api/')) turnAway(response);
        else answer();
      });
    },

    count: (api) => {
      api.decorateRequest('isUnderWay', false);
      // Identifying the caller counts.
      api.addHook('onRequest', async (request) => set(request, true));
      // Receiving the body does not, however slow the connection is: a slow client occupies nobody's slot.
      api.addHook('preParsing', async (request) => set(request, false));
      api.addHook('preHandler', async (request) => {
        // An upload's handler reads the body itself; uploads have limits of their own.
        set(request, !request.headers['content-type']?.startsWith('multipart/'));
      });
      api.addHook('onSend', async (request) => set(request, false));
      api.addHook('onResponse', async (request) => set(request, false));
    },
  };
};
