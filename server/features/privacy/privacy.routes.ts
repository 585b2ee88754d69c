import { RETENTION } from '../../../domain/retention.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/answer.ts';
import { findDecisions } from './privacy.queries.ts';

export const privacyRoutes = ({ db, settings }: Context) =>
  ({
    'GET /privacy': async ({ user }) => ({
      operator: settings.operator ?? null,
      mail: settings.mail !== undefined,
      files: settings.s3 === undefined ? ('disk' as const) : ('object_store' as const),
      kept: RETENTION,
      school: typeof user?.schoolId === 'number' ? ((await findDecisions(db, user.schoolId)) ?? null) : null,
    }),
  }) satisfies Handlers;
