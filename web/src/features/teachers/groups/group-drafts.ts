import { onIdentityChange } from '../../../api/identity.ts';
import { textOf } from '../../../api/useSubmit.ts';
import type { Group } from './useGroups.ts';

/**
 * What was typed about a group and not saved: leaving the form by Back does not lose it. By the group as it was then:
 * one that has changed since is shown as it is, or saving would put back its old members.
 */

interface GroupDraft {
  name: string;
  students: string;
}

const drafts = new Map<string, GroupDraft>();
onIdentityChange(() => drafts.clear());

const keyOf = (group: Group | undefined): string => JSON.stringify(group ?? 'new');

export const readDraft = (group: Group | undefined): GroupDraft | undefined => drafts.get(keyOf(group));

export function keepDraft(group: Group | undefined, form: FormData): void {
  drafts.set(keyOf(group), { name: textOf(form, 'name'), students: textOf(form, 'students') });
}

export function dropDraft(group: Group | undefined): void {
  drafts.delete(keyOf(group));
}
