import { randomUUID } from 'node:crypto';
import type { AuditAction, AuditDetails } from '../../domain/audit.ts';
import { DEMO_SCHOOL } from './school.ts';

/** What a platform admin finds after a while: feedback and audit entries. */

const DAY_MS = 86_400_000;

/** In order of time; from users, so that it is deleted with them when the demo is recreated. */
export const demoFeedback = (now: Date) =>
  [
    {
      username: 'hana.kobayashi',
      message: 'Could the table show which papers I did most recently? I lose track after the holidays.',
      daysAgo: 41,
      isDone: true,
    },
    {
      username: 'dr.osei',
      message:
        'The class grid saves me an hour every week. An export for our parents’ evening would be welcome.',
      daysAgo: 23,
      isDone: true,
    },
    {
      username: 'finn.lindqvist',
      message: 'On my phone the photo of a page was turned on its side.\nIt is a Pixel 7, if that helps.',
      daysAgo: 12,
      isDone: false,
    },
    {
      username: 'beatriz.almeida',
      message: 'Thank you for the dark mode.',
      daysAgo: 6,
      isDone: false,
    },
    {
      username: 'mr.duval',
      message: 'Two of my students registered with their private address. Can they be moved to the school’s?',
      daysAgo: 1,
      isDone: false,
    },
  ].map(({ daysAgo, ...entry }) => ({
    ...entry,
    email: `${entry.username}${DEMO_SCHOOL.domain}`,
    at: new Date(now.getTime() - daysAgo * DAY_MS),
  }));

const MINUTE = 60_000 / DAY_MS;
/** The platform admin looked at the photo that was turned on its side. */
const VISIT = { visitId: randomUUID(), daysAgo: 1 };

interface Act {
  action: AuditAction;
  username: string | null;
  details: AuditDetails;
  daysAgo: number;
  visitId?: string;
}

/** In order of time. `username` did it, or it was done to them by the platform admin. */
const ACTS: Act[] = [
  { action: 'school_created', username: null, details: { adopted: 0 }, daysAgo: 380 },
  { action: 'school_admin_created', username: 'riverside.office', details: {}, daysAgo: 380 },
  { action: 'users_imported', username: null, details: { students: 24, teachers: 3 }, daysAgo: 379 },
  {
    action: 'students_assigned',
    username: 'ms.hartley',
    details: { active: 24, pending: 1 },
    daysAgo: 378,
  },
  {
    action: 'user_changed',
    username: 'noah.peters',
    details: { changed: 'email' },
    daysAgo: 40,
  },
  { action: 'logged_in', username: 'dr.osei', details: {}, daysAgo: 19 },
  { action: 'logged_in', username: 'ms.hartley', details: {}, daysAgo: 3 },
  { action: 'logged_in', username: 'amelie.fontaine', details: {}, daysAgo: 2 },
  { action: 'impersonated', username: 'finn.lindqvist', details: { minutes: 30 }, ...VISIT },
  {
    action: 'changed_as_user',
    username: 'finn.lindqvist',
    details: { kind: 'files_removed', count: 1 },
    ...VISIT,
    daysAgo: VISIT.daysAgo - 4 * MINUTE,
  },
  {
    action: 'impersonation_ended',
    username: 'finn.lindqvist',
    details: { how: 'returned' },
    ...VISIT,
    daysAgo: VISIT.daysAgo - 6 * MINUTE,
  },
  { action: 'logged_in', username: 'riverside.office', details: {}, daysAgo: 0.1 },
];

export const demoAudit = (now: Date) =>
  ACTS.map(({ daysAgo, visitId = null, ...line }) => ({
    ...line,
    visitId,
    details: JSON.stringify(line.details),
    at: new Date(now.getTime() - daysAgo * DAY_MS),
  }));
