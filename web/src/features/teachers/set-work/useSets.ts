import type { Output } from '../../../../../contract/index.ts';
import { earliestDay } from '../../../../../domain/days.ts';
import { useApiQuery } from '../../../api/query.ts';

export type SetWork = Output<'GET /teachers/sets'>['sets'][number];
export type OneSet = Output<'GET /teachers/sets/{id}'>;

/** For a group, what reaches somebody in it. */
export const useSets = (groupId?: number) =>
  useApiQuery('GET /teachers/sets', groupId === undefined ? {} : { query: { group_id: String(groupId) } });

/** Until its day has ended everywhere on Earth, as the server counts. */
export const isOpen = ({ due_on: day }: Pick<SetWork, 'due_on'>, now = Date.now()): boolean =>
  day >= earliestDay(now);

/** Open ones by the next day, past ones by the last. */
export function sorted(sets: readonly SetWork[], now = Date.now()) {
  return {
    open: sets.filter((set) => isOpen(set, now)).toReversed(),
    past: sets.filter((set) => !isOpen(set, now)),
  };
}
