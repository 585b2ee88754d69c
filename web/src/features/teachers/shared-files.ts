import type { PaperId } from '../../../../domain/completion-key.ts';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { pictureOf } from '../../api/file-address.ts';
import { queryClient, queryKey } from '../../api/query.ts';
import { showToast } from '../../ui/toasts.ts';

export const queryOfPaper = ({ subjectId, year, session, paper, timezone }: PaperId) => ({
  subject_id: subjectId,
  year: String(year),
  session,
  paper,
  ...(timezone !== null && { timezone }),
});

/** The files of a paper that a student shares; if they cannot be seen, says why. */
export async function openSharedFiles(id: number, paper: PaperId) {
  try {
    const { files } = await call('GET /teachers/students/{id}/files', {
      params: { id: String(id) },
      query: queryOfPaper(paper),
    });
    return files.map(pictureOf);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    showToast({
      tone: 'danger',
      text: REFUSALS[status] ?? 'The files could not be opened. Please try again.',
    });
    // Whatever showed the eye is out of date.
    if (status === 404)
      for (const address of ['GET /teachers/grid', 'GET /teachers/students/{id}'] as const)
        void queryClient.invalidateQueries({ queryKey: queryKey(address) });
    return undefined;
  }
}

const REFUSALS: Record<number, string> = {
  403: 'Not while viewing as somebody else.',
  404: 'These files are no longer shared.',
};
