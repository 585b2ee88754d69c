import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import { type Handlers, SUCCESS } from '../../http/answer.ts';
import { changeUser } from '../platform-admin/change-user.ts';
import { actorOf } from './actor.ts';
import { holdUserOfSchool } from './members.queries.ts';

export const membersRoutes = ({ db }: Context) =>
  ({
    'POST /admin/schools/{schoolId}/users/{userId}/role': async ({ user, params, json }) => {
      await db.transaction(async (tx) => {
        const before = await holdUserOfSchool(tx, params.schoolId, params.userId);
        const changed = await changeUser(tx, before, { ...before, role: json.role });
        if (changed.length === 0) return;
        await writeAudit(tx, {
          ...actorOf(user),
          action: 'role_changed',
          targetId: params.userId,
          schoolId: params.schoolId,
          details: { role_before: before.role, role_after: json.role },
        });
      });
      return SUCCESS;
    },
  }) satisfies Handlers;
