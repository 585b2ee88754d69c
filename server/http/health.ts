import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { unavailable } from './errors.ts';
import { answersAtAll } from './health.queries.ts';

/**
 * `/livez`: the process runs. `/readyz`: it can serve requests and is not about to stop. While nothing can be written it
 * still serves all reads, and says so: no other server could do more, for all have one database.
 */
export const serveHealth = (app: FastifyInstance, db: Database, isStopping: () => boolean): void => {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (isStopping()) throw unavailable();
    await answersAtAll(db);
    return { status: (await db.state()) === 'read-only' ? 'read-only' : 'ok' };
  });
};
