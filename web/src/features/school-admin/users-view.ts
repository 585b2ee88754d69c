import { SEARCH_MAX } from '../../../../domain/lists.ts';
import { ROLES, type Role } from '../../../../domain/roles.ts';
import {
  INACTIVE_DAYS,
  type SortOrder,
  USER_SORTS,
  type UserSort,
} from '../../../../domain/school-dashboard.ts';
import type { CallRequest } from '../../api/call.ts';
import { type ChosenPapers, isDefaultRange } from '../../papers/papers-range.ts';

/** Which users are shown and in which order, as the address says it: `?q=ann&teacher=3&inactive=14&sort=done&order=desc`. */
export type UsersView = {
  q: string;
  role: Role | undefined;
  /** 'none': students whom no teacher follows. */
  teacher: number | 'none' | undefined;
  group: number | undefined;
  subject: string | undefined;
  /** Students who have changed something in the last seven days. */
  active: boolean;
  inactive: (typeof INACTIVE_DAYS)[number] | undefined;
  unconfirmed: boolean;
  sort: UserSort;
  order: SortOrder;
};

export const ALL_USERS: UsersView = {
  q: '',
  role: undefined,
  teacher: undefined,
  group: undefined,
  subject: undefined,
  active: false,
  inactive: undefined,
  unconfirmed: false,
  sort: 'id',
  order: 'asc',
};

const idIn = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

export function readUsersView(values: URLSearchParams): UsersView {
  const subject = values.get('subject') ?? '';
  return {
    q: (values.get('q') ?? '').slice(0, SEARCH_MAX),
    role: ROLES.find((role) => role === values.get('role')),
    teacher: values.get('teacher') === 'none' ? 'none' : idIn(values.get('teacher')),
    group: idIn(values.get('group')),
    subject: /^\w{1,60}$/.test(subject) ? subject : undefined,
    active: values.get('active') === '1',
    inactive: INACTIVE_DAYS.find((days) => days === values.get('inactive')),
    unconfirmed: values.get('unconfirmed') === '1',
    sort: USER_SORTS.find((sort) => sort === values.get('sort')) ?? 'id',
    order: values.get('order') === 'desc' ? 'desc' : 'asc',
  };
}

/** Only what is not as it is in `ALL_USERS`. */
export function writeUsersView(view: UsersView): URLSearchParams {
  const values = new URLSearchParams();
  const { q, role, teacher, group, subject, active, inactive, unconfirmed, sort, order } = view;
  if (q) values.set('q', q);
  if (role) values.set('role', role);
  if (teacher !== undefined) values.set('teacher', String(teacher));
  if (group !== undefined) values.set('group', String(group));
  if (subject) values.set('subject', subject);
  if (active) values.set('active', '1');
  if (inactive) values.set('inactive', inactive);
  if (unconfirmed) values.set('unconfirmed', '1');
  if (sort !== 'id') values.set('sort', sort);
  if (order !== 'asc') values.set('order', order);
  return values;
}

type Asked = NonNullable<CallRequest<'POST /schooladmin/dashboard/users/export'>['json']>;

/** Of which papers the server is asked for figures. */
export const askedPapers = ({ range, which }: ChosenPapers) => ({
  ...(!isDefaultRange(range) && { from: String(range.startYear), to: String(range.endYear) }),
  ...(which === 'set' && { papers: which }),
});

/** Which users the server is asked for. */
export function askedFor(view: UsersView, papers: ChosenPapers): Asked {
  const { q, role, teacher, group, subject, active, inactive, unconfirmed, sort, order } = view;
  return {
    ...(q && { q }),
    ...(role && { role }),
    ...(teacher === 'none' && { without_teacher: '1' }),
    ...(typeof teacher === 'number' && { teacher_id: String(teacher) }),
    ...(group !== undefined && { group_id: String(group) }),
    ...(subject && { subject_id: subject }),
    ...(active && { active_this_week: '1' }),
    ...(inactive && { inactive_days: inactive }),
    ...(unconfirmed && { unconfirmed: '1' }),
    ...askedPapers(papers),
    ...(sort !== 'id' && { sort }),
    ...(order !== 'asc' && { order }),
  };
}

/** The order once the head of a column was pressed: names rise from A, figures fall from the most and the latest. */
export function sortedBy({ sort, order }: UsersView, pressed: UserSort): Pick<UsersView, 'sort' | 'order'> {
  if (pressed !== sort) return { sort: pressed, order: firstOrder(pressed) };
  return { sort, order: order === 'asc' ? 'desc' : 'asc' };
}
const firstOrder = (sort: UserSort): SortOrder => (sort === 'id' || sort === 'username' ? 'asc' : 'desc');

/** Whether students alone can be found. */
export const isOfStudents = ({ role, teacher, group, subject, active, inactive }: UsersView): boolean =>
  role === 'student' || active || [teacher, group, subject, inactive].some((chosen) => chosen !== undefined);

/** How many filters are set: known before their names have come. */
export const countChosen = ({
  role,
  teacher,
  group,
  subject,
  active,
  inactive,
  unconfirmed,
}: UsersView): number =>
  [role, teacher, group, subject, active || undefined, inactive, unconfirmed || undefined].filter(
    (one) => one !== undefined,
  ).length;
