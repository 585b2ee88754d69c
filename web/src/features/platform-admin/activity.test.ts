import { expect, it } from 'vitest';
import type { AuditEntry } from '../../../../contract/platform-admin.ts';
import { AUDIT_ACTIONS, VISIT_CHANGES } from '../../../../domain/audit.ts';
import { deedsOf, sentenceOf } from './activity.ts';

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-05-04T10:00:00Z',
  actor: 'platform_admin',
  actor_id: null,
  actor_name: null,
  action: 'impersonated',
  target_id: 7,
  target_name: 'mia',
  teacher_id: null,
  teacher_name: null,
  school_id: 3,
  school_name: 'Riverside',
  details: {},
  ...fields,
});

it.each<[Partial<AuditEntry>, string]>([
  [{ actor: 'user', actor_name: 'mia', action: 'logged_in' }, 'mia logged in.'],
  [{ actor: 'user', action: 'logged_in' }, 'A deleted user logged in.'],
  [{ actor: 'system', action: 'admin_password_renewed' }, 'Tickmark made a new platform admin password.'],
  [
    { actor: 'system', action: 'admin_password_refused', details: { count: 1 } },
    'Tickmark refused 1 wrong platform admin password.',
  ],
  [
    { actor: 'system', action: 'admin_password_refused', details: { count: 1200 } },
    'Tickmark refused 1,200 wrong platform admin passwords.',
  ],
  [{ actor: 'system', action: 'password_renewed' }, 'Tickmark made a new password for mia.'],
  [
    { actor: 'user', actor_name: 'mia', action: 'share_pages_switched', details: { on: true } },
    'mia switched share pages on at Riverside.',
  ],
  [
    { actor: 'user', actor_name: 'mia', action: 'share_pages_switched', details: { on: false } },
    'mia switched share pages off at Riverside.',
  ],
  [
    { action: 'joining_switched', details: { on: false } },
    'The platform admin switched joining by the domain off at Riverside.',
  ],
  [
    { actor: 'user', actor_name: 'mia', action: 'joining_switched', details: { on: true } },
    'mia switched joining by the domain on at Riverside.',
  ],
  [
    { actor: 'user', actor_name: 'mia', action: 'keeping_changed', details: { months: 1 } },
    'mia let Riverside keep archived accounts for 1 month.',
  ],
  [
    { action: 'groups_changed', details: { act: 'made', joined: 12 } },
    'The platform admin made a group of 12 students at Riverside.',
  ],
  [
    { action: 'groups_changed', details: { act: 'made', joined: 0 } },
    'The platform admin made a group at Riverside.',
  ],
  [
    { action: 'groups_changed', details: { act: 'renamed' } },
    'The platform admin renamed a group at Riverside.',
  ],
  [
    { action: 'groups_changed', details: { act: 'removed' } },
    'The platform admin removed a group at Riverside.',
  ],
  [
    { action: 'groups_changed', details: { act: 'restored' } },
    'The platform admin brought back a group at Riverside.',
  ],
  [
    { action: 'groups_changed', details: { act: 'moved', joined: 9, left: 3 } },
    'The platform admin changed who is in groups (9 joined, 3 left) at Riverside.',
  ],
  [
    { action: 'groups_changed', details: { act: 'moved', joined: 0, left: 1 } },
    'The platform admin changed who is in groups (1 left) at Riverside.',
  ],
  [{ action: 'sign_in_changed' }, 'The platform admin changed the sign-in of Riverside.'],
  [
    { action: 'sign_in_changed', details: { on: true } },
    'The platform admin turned on the sign-in of Riverside.',
  ],
  [{ action: 'sign_in_removed' }, 'The platform admin removed the sign-in of Riverside.'],
  [
    { actor: 'user', actor_name: 'mia', action: 'sign_in_joined' },
    'mia joined their account to the sign-in of Riverside.',
  ],
  [
    { actor: 'user', actor_name: 'mia', action: 'signed_up' },
    'mia became a student of Riverside through its sign-in.',
  ],
  [
    { actor: 'system', action: 'address_lost' },
    'Tickmark gave the address of mia to someone who confirmed it.',
  ],
  [{ action: 'impersonated' }, 'The platform admin began viewing Tickmark as mia.'],
  [{ actor: 'user', actor_name: 'office', action: 'user_archived' }, 'office archived mia.'],
  [{ action: 'user_restored' }, 'The platform admin brought back mia.'],
  [
    { action: 'papers_exported', details: { students: 1, papers: 1200 } },
    'The platform admin exported 1,200 papers of 1 student at Riverside.',
  ],
  [{ action: 'school_created', details: { adopted: 0 } }, 'The platform admin created the school Riverside.'],
  [
    { action: 'school_created', details: { adopted: 1200 } },
    'The platform admin created the school Riverside, which 1,200 users joined.',
  ],
  [
    { action: 'activity_exported', school_id: null, details: { count: 1200 } },
    'The platform admin exported 1,200 lines of the activity.',
  ],
  [
    { action: 'activity_exported', details: { count: 1 } },
    'The platform admin exported 1 line of the activity at Riverside.',
  ],
  [
    { action: 'school_changed', details: { changed: 'name, domain_pattern', adopted: 2 } },
    'The platform admin changed the name and domain pattern of Riverside, which 2 users joined.',
  ],
  [
    { action: 'school_deleted', school_name: null, details: { name: 'Hillside' } },
    'The platform admin deleted the school Hillside.',
  ],
  [
    { action: 'user_changed', details: { changed: 'email, school_id' } },
    'The platform admin changed the email and school of mia.',
  ],
  [
    {
      action: 'user_changed',
      details: { changed: 'email, username, role', role_before: 'student', role_after: 'school_admin' },
    },
    'The platform admin changed the email, username and role of mia (Student to School Admin).',
  ],
  [
    { action: 'role_changed', details: { role_before: 'student', role_after: 'teacher' } },
    'The platform admin changed the role of mia from Student to Teacher.',
  ],
  [
    { action: 'users_imported', details: { students: 1200, teachers: 1 } },
    'The platform admin imported 1,200 students and 1 teacher.',
  ],
  [
    { action: 'users_imported', details: { students: 0, teachers: 2 } },
    'The platform admin imported 2 teachers.',
  ],
  [
    { action: 'users_imported', details: { students: 3, teachers: 0, taken_in: 2 } },
    'The platform admin imported 3 students and took in 2 accounts without a school.',
  ],
  [
    { action: 'users_imported', details: { students: 0, teachers: 0, changed: 7 } },
    'The platform admin changed 7 users.',
  ],
  [
    {
      action: 'classes_imported',
      details: { groups: 2, groups_renamed: 1, groups_ended: 0, links: 24, links_ended: 1 },
    },
    'The platform admin imported classes, assigned 24 students and removed 1 student.',
  ],
  [
    {
      action: 'classes_imported',
      details: {
        groups: 0,
        groups_renamed: 0,
        groups_ended: 0,
        links: 0,
        links_ended: 0,
        courses: 1,
        subjects: 30,
      },
    },
    'The platform admin imported classes, remembered 1 course and gave people 30 subjects.',
  ],
  [
    { action: 'users_imported', details: { students: 0, teachers: 0, taken_in: 1 } },
    'The platform admin took in 1 account without a school.',
  ],
  [
    { action: 'user_deleted', target_name: null, details: { role: 'school_admin' } },
    'The platform admin deleted a school admin.',
  ],
  [
    { action: 'students_removed', details: { active: 4, pending: 1 } },
    'The platform admin removed 5 students (1 not registered yet) from mia.',
  ],
  [
    { action: 'students_assigned', details: { active: 1, pending: 0 } },
    'The platform admin assigned 1 student to mia.',
  ],
  [
    { action: 'teacher_created', details: { active: 2, pending: 1 } },
    'The platform admin created the teacher mia with 3 students (1 not registered yet).',
  ],
  [
    { action: 'teacher_created', details: { active: 0, pending: 0 } },
    'The platform admin created the teacher mia.',
  ],
  [{ actor: 'user', actor_name: 'mia', action: 'password_changed' }, 'mia changed their password.'],
  [{ actor: 'user', actor_name: 'mia', action: 'data_downloaded' }, 'mia downloaded their data.'],
  [{ actor: 'system', action: 'data_downloaded' }, 'Tickmark exported the data of mia.'],
  [
    { action: 'users_exported', school_id: null, school_name: null, details: { count: 1200 } },
    'The platform admin exported 1,200 users.',
  ],
  [
    { action: 'users_exported', details: { count: 1, role: 'school_admin', searched: true } },
    'The platform admin exported 1 school admin of Riverside, found by a search.',
  ],
  [
    { action: 'student_removed', teacher_id: 8, teacher_name: 'ms.hartley' },
    'The platform admin removed mia from ms.hartley.',
  ],
  [
    {
      action: 'student_removed',
      actor: 'user',
      actor_id: 8,
      actor_name: 'ms.hartley',
      teacher_id: 8,
      teacher_name: 'ms.hartley',
    },
    'ms.hartley stopped following mia.',
  ],
  [
    {
      action: 'student_removed',
      actor: 'user',
      actor_id: 7,
      actor_name: 'mia',
      teacher_id: 8,
      teacher_name: 'ms.hartley',
    },
    'mia stopped sharing with ms.hartley.',
  ],
  [{ action: 'student_removed', actor: 'user' }, 'A deleted user stopped following mia.'],
  [
    { action: 'impersonation_ended', details: { how: 'returned' } },
    'The platform admin stopped viewing Tickmark as mia.',
  ],
  [
    { action: 'impersonation_ended', actor: 'system', details: { how: 'expired' } },
    'Tickmark ended the viewing as mia because the time was up.',
  ],
  [
    { action: 'impersonation_ended', actor: 'system', details: { how: 'closed' } },
    'Tickmark ended the viewing as mia, along with all logins of that account.',
  ],
  [
    { action: 'changed_as_user', details: { kind: 'papers', count: 12 } },
    'The platform admin ticked, unticked or scored papers 12 times while viewing as mia.',
  ],
  [
    { action: 'changed_as_user', details: { kind: 'papers', count: 1 } },
    'The platform admin ticked, unticked or scored a paper while viewing as mia.',
  ],
  [
    { action: 'changed_as_user', details: { kind: 'files_removed', count: 1 } },
    'The platform admin removed 1 file while viewing as mia.',
  ],
  [
    { action: 'changed_as_user', details: { kind: 'subjects', count: 1 } },
    'The platform admin changed the subjects while viewing as mia.',
  ],
])('says %j as a sentence', (fields, sentence) => {
  expect(sentenceOf(entry(fields))).toBe(sentence);
});

it.each(AUDIT_ACTIONS)('finds words for %s when nothing more is known', (action) => {
  const bare = entry({ action, target_name: null, school_name: null });
  expect(sentenceOf(bare)).toMatch(/^The platform admin [a-z][a-zA-Z -]+\.$/);
});

it('finds words of its own for each kind of change', () => {
  const sentences = VISIT_CHANGES.map((kind) =>
    sentenceOf(entry({ action: 'changed_as_user', details: { kind, count: 3 } })),
  );
  expect(new Set(sentences).size).toBe(VISIT_CHANGES.length);
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^The platform admin [a-z, ]+ (3 \w+( as feedback)?) while viewing as mia\.$/);
  }
});

it('tells once what happened several times in a row', () => {
  const login = (id: number, actor_name: string): AuditEntry =>
    entry({ id, actor: 'user', actor_name, action: 'logged_in', at: `2026-05-0${id}T10:00:00Z` });
  expect(
    deedsOf([login(5, 'mia'), login(4, 'mia'), login(3, 'mia'), login(2, 'leo'), login(1, 'mia')]),
  ).toEqual([
    {
      id: 5,
      at: '2026-05-05T10:00:00Z',
      sentence: 'mia logged in.',
      school: 'Riverside',
      times: 3,
      since: '2026-05-03T10:00:00Z',
    },
    {
      id: 2,
      at: '2026-05-02T10:00:00Z',
      sentence: 'leo logged in.',
      school: 'Riverside',
      times: 1,
      since: '2026-05-02T10:00:00Z',
    },
    {
      id: 1,
      at: '2026-05-01T10:00:00Z',
      sentence: 'mia logged in.',
      school: 'Riverside',
      times: 1,
      since: '2026-05-01T10:00:00Z',
    },
  ]);
});
