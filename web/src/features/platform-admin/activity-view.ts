import type { School } from '../../../../contract/platform-admin.ts';
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditSide,
  FIRST_AUDIT_DAY,
  LOGIN_ACTIONS,
} from '../../../../domain/audit.ts';
import { SEARCH_MAX } from '../../../../domain/lists.ts';
import { shownDay } from '../../format/shown-date.ts';

/** What the activity page shows, as its address says it: `?side=logins&q=ann&school=3&from=2026-11-01`. */
export type ActivityView = {
  side: AuditSide;
  q: string;
  action: AuditAction | undefined;
  person: string;
  school: number | undefined;
  from: string;
  to: string;
};

/** The kinds of one side, in the words of the filter. */
export const kindsOf = (side: AuditSide): AuditAction[] =>
  AUDIT_ACTIONS.filter((action) => LOGIN_ACTIONS.includes(action) === (side === 'logins'));

export const KINDS: Record<AuditAction, string> = {
  logged_in: 'Logins of users',
  admin_logged_in: 'Logins of the platform admin',
  admin_password_refused: 'Wrong platform admin passwords',
  admin_password_renewed: 'Platform admin password renewed',
  password_renewed: 'New passwords made',
  password_changed: 'Passwords changed',
  address_confirmed: 'Addresses confirmed',
  address_changed: 'Addresses changed',
  data_downloaded: 'Data downloaded',
  school_created: 'Schools created',
  school_changed: 'Schools changed',
  school_deleted: 'Schools deleted',
  school_admin_created: 'School admins created',
  teacher_created: 'Teachers created',
  users_imported: 'Users imported',
  classes_imported: 'Classes imported',
  account_claimed: 'Unconfirmed accounts claimed',
  users_exported: 'Users exported',
  activity_exported: 'Activity exported',
  user_changed: 'Users changed',
  role_changed: 'Roles changed',
  user_archived: 'Users archived',
  user_restored: 'Archived users brought back',
  papers_exported: 'Papers exported',
  user_deleted: 'Users deleted',
  students_assigned: 'Students assigned',
  student_removed: 'A student removed',
  students_removed: 'Several students removed',
  groups_changed: 'Groups of schools changed',
  joining_switched: 'Joining by domain switched on or off',
  share_pages_switched: 'Share pages switched on or off',
  keeping_changed: 'How long archived accounts are kept',
  sign_in_changed: 'School sign-ins changed',
  sign_in_removed: 'School sign-ins removed',
  sign_in_joined: 'Accounts joined to a school sign-in',
  signed_up: 'Students made by a school sign-in',
  address_lost: 'Addresses given to whoever confirmed them',
  impersonated: 'Impersonation begun',
  changed_as_user: 'Changes while impersonating',
  impersonation_ended: 'Impersonation ended',
};

const DAY = /^\d{4}-\d\d-\d\d$/;
const textIn = (text: string | null) => (text ?? '').slice(0, SEARCH_MAX);
const dayIn = (text: string | null) =>
  text !== null && DAY.test(text) && text >= FIRST_AUDIT_DAY && !Number.isNaN(Date.parse(text)) ? text : '';

export function readActivityView(search: string): ActivityView {
  const values = new URLSearchParams(search);
  const side = values.get('side') === 'logins' ? 'logins' : 'acts';
  const school = values.get('school') ?? '';
  return {
    side,
    q: textIn(values.get('q')),
    action: kindsOf(side).find((action) => action === values.get('kind')),
    person: textIn(values.get('person')),
    school: /^[1-9]\d{0,8}$/.test(school) ? Number(school) : undefined,
    from: dayIn(values.get('from')),
    to: dayIn(values.get('to')),
  };
}

/** The plain address for the plain view. */
export function activityAddress(path: string, view: ActivityView): string {
  const values = new URLSearchParams();
  if (view.side === 'logins') values.set('side', view.side);
  if (view.q) values.set('q', view.q);
  if (view.action) values.set('kind', view.action);
  if (view.person) values.set('person', view.person);
  if (view.school !== undefined) values.set('school', String(view.school));
  if (view.from) values.set('from', view.from);
  if (view.to) values.set('to', view.to);
  const search = values.toString();
  return path + (search && `?${search}`);
}

/** A filter that is set, and what the view is without it. */
export type Chosen = { kind: string; value: string; without: Partial<ActivityView> };

/** The filters that are set, in the order of their fields; the search is not among them. */
export function chosenIn(view: ActivityView, schools: readonly School[] | undefined): Chosen[] {
  const { action, person, school, from, to } = view;
  const schoolName = schools?.find(({ id }) => id === school)?.name ?? `School ${school}`;
  return [
    { kind: 'Kind', value: action && KINDS[action], without: { action: undefined } },
    { kind: 'Person', value: person, without: { person: '' } },
    { kind: 'School', value: school === undefined ? undefined : schoolName, without: { school: undefined } },
    { kind: 'From', value: from && shownDay(from), without: { from: '' } },
    { kind: 'To', value: to && shownDay(to), without: { to: '' } },
  ].flatMap(({ value, ...rest }) => (value ? { ...rest, value } : []));
}

/** As the server is asked. */
export const filterOf = ({ side, q, action, person, from, to }: ActivityView) => ({
  side,
  ...(q && { q }),
  ...(action && { action }),
  ...(person && { person }),
  ...(from && { from }),
  ...(to && { to }),
});
