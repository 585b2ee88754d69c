import type { AuditAction, AuditDetails } from '../../../domain/audit.ts';
import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import type { Handlers } from '../../http/answer.ts';
import { actorOf } from './actor.ts';
import { atSchool } from './at-school.ts';
import { getSchoolSettings, holdSwitches, updateSwitches } from './settings.queries.ts';

type Switches = Awaited<ReturnType<typeof holdSwitches>>;

/** What the audit says of each that changed. */
const describeChanges = (before: Switches, after: Switches): [AuditAction, AuditDetails][] => {
  const changes: [AuditAction, AuditDetails][] = [];
  if (before.joins_by_domain !== after.joins_by_domain)
    changes.push(['joining_switched', { on: after.joins_by_domain }]);
  if (before.share_pages !== after.share_pages)
    changes.push(['share_pages_switched', { on: after.share_pages }]);
  if (before.keeps_months !== after.keeps_months)
    changes.push(['keeping_changed', { months: after.keeps_months }]);
  return changes;
};

export const settingsRoutes = ({ db }: Context) =>
  ({
    'GET /admin/schools/{schoolId}/settings': ({ params }) => getSchoolSettings(db, params.schoolId),

    'PUT /admin/schools/{schoolId}/settings': ({ user, params: { schoolId }, json }) =>
      atSchool(db, schoolId, async (tx) => {
        const before = await holdSwitches(tx, schoolId);
        const after = {
          joins_by_domain: json.joins_by_domain ?? before.joins_by_domain,
          share_pages: json.share_pages ?? before.share_pages,
          keeps_months: json.keeps_months ?? before.keeps_months,
        };
        const changes = describeChanges(before, after);
        if (changes.length > 0) await updateSwitches(tx, schoolId, after);
        for (const [action, details] of changes)
          await writeAudit(tx, { ...actorOf(user), action, schoolId, details });
        return getSchoolSettings(tx, schoolId);
      }),
  }) satisfies Handlers;
