import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { keysThatCount } from '../../../../../domain/set-work.ts';
import { useSetWork } from './set-work.ts';

/** What teachers have said about a paper when they set it: 'ms.hartley: “Section B only.”' */
export function SetLines({ paper }: { paper: PaperId }) {
  const key = completionKey(paper);
  return useSetWork()
    .filter(({ papers }) => papers.some((set) => keysThatCount(set).includes(key)))
    .map(
      ({ id, teacher, line }) =>
        line !== undefined && (
          <p key={id} className="mb-3 text-small wrap-anywhere text-ink-soft">
            {teacher}: “<bdi>{line}</bdi>”
          </p>
        ),
    );
}
