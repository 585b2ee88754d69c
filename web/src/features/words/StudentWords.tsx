import { useEffect, useState } from 'react';
import type { Output } from '../../../../contract/index.ts';
import { call } from '../../api/call.ts';
import { ConnectionError } from '../../api/errors.ts';
import { queryClient, queryKey, useApiQuery } from '../../api/query.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import { readDraft } from '../../conversation/drafts.ts';
import { WordField } from '../../conversation/WordField.tsx';
import { WordList } from '../../conversation/WordList.tsx';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

type Words = Output<'GET /users/me/words'>;
type OfTeacher = Words['teachers'][number];

type StudentWordsProps = {
  paperKey: string;
  /** They are on the screen. */
  onRead: () => void;
};

/** What teachers wrote to the student about a paper, and what the student answered. */
export default function StudentWords({ paperKey, onRead }: StudentWordsProps) {
  // Always asked: more may have come, and asking is what counts as reading.
  const { data, isError, isFetching, failureReason, refetch } = useApiQuery(
    'GET /users/me/words',
    { query: { key: paperKey } },
    { staleTime: 0 },
  );
  const isRead = data !== undefined && !isFetching && !isError;
  useEffect(() => {
    if (isRead) onRead();
  }, [isRead, onRead]);

  if (!data)
    // From the first failure on: nobody waits for an answer that a phone without a connection cannot get.
    return failureReason ? (
      <p role="alert" className="mb-5 flex flex-wrap items-center gap-3 text-small text-ink-soft">
        {failureReason instanceof ConnectionError
          ? 'Messages need a connection.'
          : 'Your teacher wrote about this paper, but it could not be loaded.'}
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    ) : (
      <Skeleton className="mb-5 h-16 w-full" />
    );
  return (
    <div className="mb-5 grid gap-4">
      {data.teachers.map((teacher) => (
        <WithTeacher key={teacher.link_id} paperKey={paperKey} {...teacher} />
      ))}
    </div>
  );
}

function WithTeacher({ paperKey, link_id, teacher, may_answer, words }: OfTeacher & { paperKey: string }) {
  const id = `${link_id} ${paperKey}`;
  const [isAnswering, setAnswering] = useState<'asked' | 'kept' | undefined>(() =>
    readDraft(id) === '' ? undefined : 'kept',
  );
  const conversation: Conversation = {
    id,
    words,
    other: teacher,
    send: (word) => call('POST /users/me/words', { json: { ...word, link_id, key: paperKey } }),
    remove: (word) => call('DELETE /users/me/words/{id}', { params: { id: word } }),
    restore: (word) => call('POST /users/me/words/{id}/restore', { params: { id: word } }),
    change: (next) =>
      queryClient.setQueryData<Words>(
        queryKey('GET /users/me/words', { query: { key: paperKey } }),
        (before) =>
          before && {
            teachers: before.teachers.map((one) =>
              one.link_id === link_id ? { ...one, words: next(one.words) } : one,
            ),
          },
      ),
  };
  return (
    <section aria-label={`Messages from ${teacher}`} className="grid gap-2">
      <WordList conversation={conversation} />
      {may_answer &&
        (isAnswering ? (
          <WordField
            conversation={conversation}
            page={pathTo('home')}
            label={`Answer ${teacher}`}
            takesFocus={isAnswering === 'asked'}
          />
        ) : (
          <div>
            <Button size="small" onClick={() => setAnswering('asked')}>
              Answer
            </Button>
          </div>
        ))}
    </section>
  );
}
