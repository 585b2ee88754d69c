import { roleLabel } from '../../../../domain/roles.ts';
import type { UsersView } from './users-view.ts';

/** A filter that is set, and what the view is without it; in words of its own where its kind and value are not enough. */
export type Chosen = { kind: string; value: string; whole?: string; without: Partial<UsersView> };

/** What the ids in a view stand for; not yet there while it is loading. */
export type Names = {
  teachers: readonly { id: number; name: string }[];
  groups: readonly { id: number; name: string }[];
  subjectName: (id: string) => string;
};

/** The filters that are set, in the order of their fields; the search is not among them. */
export function chosenIn(view: UsersView, names: Names | undefined): Chosen[] {
  const { role, teacher, group, subject, active, inactive, unconfirmed } = view;
  const nameIn = (list: readonly { id: number; name: string }[] | undefined, id: number | undefined) =>
    list && id !== undefined ? (list.find((one) => one.id === id)?.name ?? `${id}`) : undefined;
  const isWithout = teacher === 'none';
  return [
    { kind: 'Role', value: role && roleLabel(role), without: { role: undefined } },
    {
      kind: 'Teacher',
      value: isWithout ? 'none' : nameIn(names?.teachers, teacher),
      ...(isWithout && { whole: 'Without a teacher' }),
      without: { teacher: undefined },
    },
    { kind: 'Group', value: nameIn(names?.groups, group), without: { group: undefined } },
    { kind: 'Subject', value: subject && names?.subjectName(subject), without: { subject: undefined } },
    {
      kind: 'Active',
      value: active ? 'this week' : undefined,
      whole: 'Active this week',
      without: { active: false },
    },
    {
      kind: 'Inactive for',
      value: inactive,
      whole: `Inactive for ${inactive} days`,
      without: { inactive: undefined },
    },
    {
      kind: 'Unconfirmed',
      value: unconfirmed ? 'yes' : undefined,
      whole: 'Unconfirmed',
      without: { unconfirmed: false },
    },
  ].flatMap(({ value, ...rest }) => (value ? { ...rest, value } : []));
}
