import type { Sharing } from '../../../../contract/evidence.ts';
import { isoDay } from '../../../../domain/days.ts';
import { call } from '../../api/call.ts';
import { shownDay } from '../../format/shown-date.ts';

export async function saveShared(subjectId: string, shared: boolean): Promise<void> {
  await call('PUT /completion/sharing', { json: { subject_id: subjectId, shared } });
}

/** Whoever has no teacher of the subject, and never had one who saw these files, need not hear of it. */
export const concerns = ({ is_shared, teachers }: Sharing) => is_shared || teachers.length > 0;

export const mayShare = ({ is_shared, teachers }: Sharing) =>
  is_shared || teachers.some(({ is_mine }) => is_mine);

const dayOf = (time: string) => shownDay(isoDay(new Date(time)));

/** 'Teachers see these. Seen by ms.hartley, 12 Nov.' */
export function sharedWords({ is_shared, teachers }: Sharing): string {
  const seen = teachers.flatMap(({ name, seen_at }) => (seen_at ? `${name}, ${dayOf(seen_at)}` : []));
  return [is_shared && 'Teachers see these.', seen.length > 0 && `Seen by ${seen.join('; ')}.`]
    .filter(Boolean)
    .join(' ');
}

/** Who sees them now: 'ms.hartley, seen 12 Nov'. */
export const teacherWords = ({ teachers }: Sharing): string[] =>
  teachers
    .filter(({ is_mine }) => is_mine)
    .map(({ name, seen_at }) => (seen_at ? `${name}, seen ${dayOf(seen_at)}` : name));
