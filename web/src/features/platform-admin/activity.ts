import type { AuditEntry } from '../../../../contract/platform-admin.ts';
import { type AuditAction, VISIT_CHANGES, type VisitChange } from '../../../../domain/audit.ts';
import { ROLES, roleLabel } from '../../../../domain/roles.ts';

/** What was written down, as a sentence. A detail that is not there is left out of it. */
export const sentenceOf = (entry: AuditEntry): string => `${actorOf(entry)} ${DEEDS[entry.action](entry)}.`;

export interface Deed {
  /** Of the newest entry. */
  id: number;
  at: string;
  sentence: string;
  /** At which school, if any. */
  school: string | null;
  times: number;
  /** Of the oldest entry. */
  since: string;
}

/** What happened several times in a row is told once. Newest first, as the entries. */
export function deedsOf(entries: readonly AuditEntry[]): Deed[] {
  const deeds: Deed[] = [];
  for (const entry of entries) {
    const [sentence, last] = [sentenceOf(entry), deeds.at(-1)];
    if (last?.sentence === sentence && last.school === entry.school_name) {
      last.times += 1;
      last.since = entry.at;
    } else {
      const { id, at, school_name } = entry;
      deeds.push({ id, at, sentence, school: school_name, times: 1, since: at });
    }
  }
  return deeds;
}

function actorOf({ actor, actor_name }: AuditEntry): string {
  if (actor === 'platform_admin') return 'The platform admin';
  if (actor === 'system') return 'Tickmark';
  return actor_name ?? 'A deleted user';
}

/** Of somebody who is deleted no name is left. */
const target = ({ target_name }: AuditEntry) => target_name ?? 'a deleted user';
const school = ({ school_name }: AuditEntry) => school_name ?? 'a deleted school';

const DEEDS: Record<AuditAction, (entry: AuditEntry) => string> = {
  logged_in: () => 'logged in',
  admin_logged_in: () => 'logged in',
  admin_password_renewed: () => 'made a new platform admin password',
  admin_password_refused: (entry) =>
    `refused ${countOf(numberIn(entry.details['count']), 'wrong platform admin password')}`,
  password_changed: () => 'changed their password',
  address_confirmed: (entry) =>
    entry.target_id === null ? 'confirmed their address' : `confirmed the address of ${target(entry)}`,
  address_changed: () => 'changed their address',
  password_renewed: (entry) => `made a new password for ${target(entry)}`,
  data_downloaded: (entry) =>
    entry.actor === 'user' ? 'downloaded their data' : `exported the data of ${target(entry)}`,
  school_created: (entry) => `created the school ${school(entry)}${adopted(entry)}`,
  school_changed: (entry) => `changed the ${fields(entry)} of ${school(entry)}${adopted(entry)}`,
  school_deleted: ({ details: { name } }) =>
    `deleted the school${typeof name === 'string' ? ` ${name}` : ''}`,
  school_admin_created: (entry) => `created the school admin ${target(entry)}`,
  teacher_created: (entry) => `created the teacher ${target(entry)}${withStudents(entry)}`,
  users_imported: (entry) => imported(entry),
  classes_imported: (entry) => `imported classes${classChanges(entry)}`,
  account_claimed: (entry) => `claimed the account of ${target(entry)} with a new password`,
  users_exported: (entry) => `exported ${exported(entry)}`,
  activity_exported: (entry) =>
    `exported ${countOf(numberIn(entry.details['count']), 'line')} of the activity${entry.school_id === null ? '' : ` at ${school(entry)}`}`,
  user_changed: (entry) => `changed the ${fields(entry)} of ${target(entry)}${roles(entry, [' (', ')'])}`,
  role_changed: (entry) => `changed the role of ${target(entry)}${roles(entry, [' from ', ''])}`,
  user_archived: (entry) => `archived ${target(entry)}`,
  user_restored: (entry) => `brought back ${target(entry)}`,
  papers_exported: (entry) =>
    `exported ${countOf(numberIn(entry.details['papers']), 'paper')} of ${countOf(numberIn(entry.details['students']), 'student')} at ${school(entry)}`,
  user_deleted: (entry) => `deleted ${deleted(entry)}`,
  students_assigned: (entry) => `assigned ${assigned(entry)} to ${target(entry)}`,
  student_removed: (entry) => removed(entry),
  students_removed: (entry) => `removed ${assigned(entry)} from ${target(entry)}`,
  groups_changed: (entry) => `${groupChange(entry)} at ${school(entry)}`,
  joining_switched: (entry) =>
    `switched joining by the domain ${entry.details['on'] === true ? 'on' : 'off'} at ${school(entry)}`,
  share_pages_switched: (entry) =>
    `switched share pages ${entry.details['on'] === true ? 'on' : 'off'} at ${school(entry)}`,
  keeping_changed: (entry) =>
    `let ${school(entry)} keep archived accounts for ${countOf(numberIn(entry.details['months']), 'month')}`,
  sign_in_changed: (entry) => `${signInChange(entry)} the sign-in of ${school(entry)}`,
  sign_in_removed: (entry) => `removed the sign-in of ${school(entry)}`,
  sign_in_joined: (entry) => `joined their account to the sign-in of ${school(entry)}`,
  signed_up: (entry) => `became a student of ${school(entry)} through its sign-in`,
  address_lost: (entry) => `gave the address of ${target(entry)} to someone who confirmed it`,
  impersonated: (entry) => `began viewing Tickmark as ${target(entry)}`,
  changed_as_user: (entry) => `${changes(entry)} while viewing as ${target(entry)}`,
  impersonation_ended: (entry) => ended(entry),
};

/** 'made a group of 12 students', 'changed groups: 9 joined, 3 left' */
function groupChange({ details }: AuditEntry): string {
  const joined = numberIn(details['joined']) ?? 0;
  const left = numberIn(details['left']) ?? 0;
  if (details['act'] === 'made')
    return `made a group${joined > 0 ? ` of ${countOf(joined, 'student')}` : ''}`;
  if (details['act'] === 'renamed') return 'renamed a group';
  if (details['act'] === 'removed') return 'removed a group';
  if (details['act'] === 'restored') return 'brought back a group';
  const parts = [...(joined > 0 ? [`${joined} joined`] : []), ...(left > 0 ? [`${left} left`] : [])];
  return `changed who is in groups${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}

/** A test that was passed turns it on; other settings than those that were tested turn it off. */
const signInChange = ({ details: { on } }: AuditEntry) => (on === true ? 'turned on' : 'changed');

const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);

function countOf(count: number | undefined, word: string): string {
  return `${count === undefined ? '' : `${count.toLocaleString('en-US')} `}${word}${count === 1 ? '' : 's'}`;
}

function adopted({ details }: AuditEntry): string {
  const count = numberIn(details['adopted']) ?? 0;
  return count > 0 ? `, which ${countOf(count, 'user')} joined` : '';
}

/** Students who have an account, and addresses that wait for one. */
function assigned({ details }: AuditEntry): string {
  const active = numberIn(details['active']) ?? 0;
  const pending = numberIn(details['pending']) ?? 0;
  return (
    countOf(active + pending || undefined, 'student') +
    (pending > 0 ? ` (${pending} not registered yet)` : '')
  );
}

function imported({ details }: AuditEntry): string {
  const parts = (['student', 'teacher'] as const).flatMap((word) => {
    const count = numberIn(details[`${word}s`]);
    return count ? [countOf(count, word)] : [];
  });
  const takenIn = numberIn(details['taken_in']);
  const changed = numberIn(details['changed']);
  const acts = takenIn ? [`took in ${countOf(takenIn, 'account')} without a school`] : [];
  if (changed) acts.push(`changed ${countOf(changed, 'user')}`);
  if (parts.length > 0 || acts.length === 0) acts.unshift(`imported ${list.format(parts) || 'users'}`);
  return list.format(acts);
}

/** ', assigned 24 students and gave people 30 subjects' */
function classChanges({ details }: AuditEntry): string {
  const [added, removedCount] = [numberIn(details['links']), numberIn(details['links_ended'])];
  const [courses, subjects] = [numberIn(details['courses']), numberIn(details['subjects'])];
  const acts = [
    ...(added ? [`assigned ${countOf(added, 'student')}`] : []),
    ...(removedCount ? [`removed ${countOf(removedCount, 'student')}`] : []),
    ...(courses ? [`remembered ${countOf(courses, 'course')}`] : []),
    ...(subjects ? [`gave people ${countOf(subjects, 'subject')}`] : []),
  ];
  return acts.length === 0 ? '' : `, ${list.format(acts)}`;
}

function exported(entry: AuditEntry): string {
  const { count, role, searched } = entry.details;
  return (
    countOf(numberIn(count), roleIn(role)?.toLowerCase() ?? 'user') +
    (entry.school_id === null ? '' : ` of ${school(entry)}`) +
    (searched ? ', found by a search' : '')
  );
}

/** By the student, the teacher, or the platform admin. Of who is deleted neither name nor number is left. */
function removed(entry: AuditEntry): string {
  const teacher = entry.teacher_name ?? 'a teacher';
  if (entry.actor !== 'user') return `removed ${target(entry)} from ${teacher}`;
  return entry.actor_id === entry.target_id
    ? `stopped sharing with ${teacher}`
    : `stopped following ${target(entry)}`;
}

const times = (count = 1) => (count === 1 ? '' : ` ${countOf(count, 'time')}`);

/** A change is counted each time, also of one paper. */
const CHANGES: Record<VisitChange, (count: number | undefined) => string> = {
  papers: (count) => `ticked, unticked or scored ${count === 1 ? 'a paper' : `papers${times(count)}`}`,
  files_added: (count) => `added ${countOf(count, 'file')}`,
  files_removed: (count) => `removed ${countOf(count, 'file')}`,
  subjects: (count) => `changed the subjects${times(count)}`,
  preferences: (count) => `changed year ranges, timezones or exams${times(count)}`,
  subjects_taught: (count) => `changed the subjects taught${times(count)}`,
  students_added: (count) => `added ${countOf(count, 'student')}`,
  students_removed: (count) => `removed ${countOf(count, 'student')}`,
  students_set_aside: (count) => `set aside or brought back ${countOf(count, 'student')}`,
  students_renamed: (count) => `renamed ${countOf(count, 'student')}`,
  groups: (count) => `changed groups of students${times(count)}`,
  set_work: (count) => `set papers, or changed or withdrew them,${times(count) || ' once'}`,
  feedback: (count) => `sent ${countOf(count, 'message')} as feedback`,
};

function changes({ details }: AuditEntry): string {
  const kind = VISIT_CHANGES.find((known) => known === details['kind']);
  return kind ? CHANGES[kind](numberIn(details['count'])) : 'changed something';
}

function ended(entry: AuditEntry): string {
  const { how } = entry.details;
  if (how === 'expired') return `ended the viewing as ${target(entry)} because the time was up`;
  if (how === 'closed') return `ended the viewing as ${target(entry)}, along with all logins of that account`;
  return `stopped viewing Tickmark as ${target(entry)}`;
}

const withStudents = (entry: AuditEntry) =>
  entry.details['active'] || entry.details['pending'] ? ` with ${assigned(entry)}` : '';

const FIELDS: Record<string, string> = {
  email: 'email',
  username: 'username',
  school_id: 'school',
  role: 'role',
  name: 'name',
  domain_pattern: 'domain pattern',
};
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function fields({ details }: AuditEntry): string {
  const names = String(details['changed'] ?? '')
    .split(', ')
    .flatMap((name) => FIELDS[name] ?? []);
  return names.length === 0 ? 'details' : list.format(names);
}

function roles({ details }: AuditEntry, [before, after]: [string, string]): string {
  const [from, to] = [roleIn(details['role_before']), roleIn(details['role_after'])];
  return from && to ? `${before}${from} to ${to}${after}` : '';
}

function roleIn(value: unknown): string | undefined {
  const role = ROLES.find((known) => known === value);
  return role && roleLabel(role);
}

function deleted(entry: AuditEntry): string {
  const role = roleIn(entry.details['role'])?.toLowerCase();
  return entry.target_name ?? (role ? `a ${role}` : 'a user');
}
