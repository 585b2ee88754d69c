import { useEffect } from 'react';
import type { Output } from '../../../../../contract/index.ts';
import { call } from '../../../api/call.ts';
import { queryClient, queryKey, useApiQuery } from '../../../api/query.ts';
import type { Conversation } from '../../../conversation/conversation.ts';
import { WordField } from '../../../conversation/WordField.tsx';
import { WordList } from '../../../conversation/WordList.tsx';
import { pathTo } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { noteWords } from './said.ts';

type PaperWordsProps = {
  /** The link to the student. */
  linkId: number;
  /** As shown. */
  studentName: string;
  /** Of the paper's record. */
  paperKey: string;
  /** The field was just asked for. */
  takesFocus?: boolean;
};

type Words = Output<'GET /teachers/students/{id}/words'>;

/** What the teacher and a student wrote about a paper, and a field for more. Not for who views as the teacher. */
export default function PaperWords({ linkId, studentName, paperKey, takesFocus = false }: PaperWordsProps) {
  const request = { params: { id: linkId }, query: { key: paperKey } };
  // Always asked: an answer may have come, and asking is what counts as reading.
  const { data, isError, isFetching, refetch } = useApiQuery('GET /teachers/students/{id}/words', request, {
    staleTime: 0,
  });
  const count = data?.words.length;
  useEffect(() => {
    if (count !== undefined) noteWords(linkId, paperKey, count);
  }, [linkId, paperKey, count]);

  if (!data)
    return isError && !isFetching ? (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-small text-ink-soft">
        The messages could not be loaded.
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    ) : (
      <Skeleton className="h-16 w-full" />
    );

  const conversation: Conversation = {
    id: `${linkId} ${paperKey}`,
    words: data.words,
    other: studentName,
    send: (word) =>
      call('POST /teachers/students/{id}/words', {
        params: { id: linkId },
        json: { ...word, key: paperKey },
      }),
    remove: (id) => call('DELETE /teachers/words/{id}', { params: { id } }),
    restore: (id) => call('POST /teachers/words/{id}/restore', { params: { id } }),
    change: (next) => {
      const key = queryKey('GET /teachers/students/{id}/words', request);
      const after = queryClient.setQueryData<Words>(key, (before) => before && { words: next(before.words) });
      if (after) noteWords(linkId, paperKey, after.words.length);
    },
  };
  return (
    <div className="grid gap-2">
      <WordList conversation={conversation} />
      <WordField
        conversation={conversation}
        page={pathTo('teachers')}
        label="Leave a word"
        takesFocus={takesFocus}
      />
    </div>
  );
}
