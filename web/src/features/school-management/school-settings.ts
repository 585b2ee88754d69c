import type { Input, Output } from '../../../../contract/index.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryKey } from '../../api/query.ts';
import { showToast } from '../../ui/toasts.ts';
import { sayFailure } from './failure-toasts.ts';
import { type Managed, requestTo } from './managed.ts';

/** A school decides something for its people. */

const SETTINGS = 'GET /admin/schools/{schoolId}/settings';
const SAVE = 'PUT /admin/schools/{schoolId}/settings';
const ARCHIVED = 'GET /admin/schools/{schoolId}/archived';

export type SchoolSettings = Output<typeof SETTINGS>;
type Switches = Input<typeof SAVE>['json'];

/** Shown as it is once the server has answered: it decides about others. */
async function save(managed: Managed, json: Switches): Promise<void> {
  const after = await call(SAVE, { ...requestTo(managed), json });
  queryClient.setQueryData(queryKey(SETTINGS, requestTo(managed)), after);
  // The same is shown among the school admin's own settings.
  void queryClient.invalidateQueries({ queryKey: queryKey('GET /schooladmin/settings') });
  // It tells until when somebody would be kept.
  void queryClient.invalidateQueries({ queryKey: queryKey(ARCHIVED, requestTo(managed)) });
}

/** Says what became of it. */
export async function turn(
  managed: Managed,
  { words, ...change }: Pick<Switches, 'joins_by_domain' | 'share_pages'> & { words: string },
): Promise<void> {
  try {
    await save(managed, change);
    showToast({ tone: 'done', text: words });
  } catch (error) {
    sayFailure(error, 'Failed to save this. Please try again.');
    await queryClient.invalidateQueries({ queryKey: queryKey(SETTINGS, requestTo(managed)) });
  }
}

/** Throws if it was refused. */
export async function keepFor(managed: Managed, months: number): Promise<void> {
  await save(managed, { keeps_months: months });
  showToast({ tone: 'done', text: 'Saved' });
}
