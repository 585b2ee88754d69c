import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { PaperId } from '../../../../domain/completion-key.ts';
import { averageScore } from '../../../../domain/scores.ts';
import { shownDay } from '../../format/shown-date.ts';
import { useIsImpersonating } from '../../session/admins.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ScoreLine } from './ScoreLine.tsx';
import { type Attempt, dayOfAttempt, removeAttempt, restoreAttempt, useAttempts } from './state/attempts.ts';

/** More are shown when somebody asks. */
const FIRST_FEW = 3;

type AttemptsPartProps = {
  paper: PaperId;
  count: number;
  /** The first of the list is the newest. */
  onEdit: (attempt: Attempt, isNewest: boolean) => void;
  onRemoved: () => void;
};

/** How often a paper was done, and how the scores went. */
export function AttemptsPart({ paper, count, onEdit, onRemoved }: AttemptsPartProps) {
  const { status, attempts, retry } = useAttempts(paper);
  const [isWhole, setIsWhole] = useState(false);
  const isVisit = useIsImpersonating();
  const shown = isWhole ? attempts : attempts.slice(0, FIRST_FEW);
  const scores = attempts.flatMap(({ score }) => score ?? []).toReversed();
  const average = averageScore(scores);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    // The button is gone: on to the first of those that it showed.
    if (isWhole) list.current?.children[FIRST_FEW]?.querySelector('button')?.focus();
  }, [isWhole]);

  async function remove(attempt: Attempt) {
    if (!(await removeAttempt(attempt))) return;
    onRemoved();
    showToast({
      text: `Attempt of ${shownDay(dayOfAttempt(attempt))} removed`,
      action: { label: 'Undo', run: () => void restoreAttempt(paper, attempt) },
    });
  }

  return (
    <section aria-label="Attempts" className="mt-4 border-t border-line pt-4">
      <h3 className="font-medium">Attempts</h3>
      {status === 'failed' && (
        <p role="alert" className="mt-2 flex flex-wrap items-center gap-3 text-small text-ink-soft">
          They could not be loaded.
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      {status === 'loading' && attempts.length === 0 && (
        <div className="mt-2 grid gap-2" aria-hidden="true">
          {Array.from({ length: Math.min(count, FIRST_FEW) }, (_, row) => (
            <Skeleton key={row} className="h-8" />
          ))}
        </div>
      )}
      {scores.length > 1 && average !== null && (
        <div className="mt-2">
          <ScoreLine scores={scores} average={average} />
        </div>
      )}
      <ul ref={list} className="mt-1">
        {shown.map((attempt) => (
          <Line
            key={attempt.id}
            attempt={attempt}
            onEdit={() => onEdit(attempt, attempt === attempts[0])}
            onRemove={isVisit ? undefined : () => void remove(attempt)}
          />
        ))}
      </ul>
      {attempts.length > shown.length && (
        <Button variant="ghost" size="small" className="-ml-3" onClick={() => setIsWhole(true)}>
          Show all {attempts.length}
        </Button>
      )}
    </section>
  );
}

type LineProps = {
  attempt: Attempt;
  onEdit: () => void;
  /** Not for who looks around as the student. */
  onRemove: (() => void) | undefined;
};

function Line({ attempt, onEdit, onRemove }: LineProps) {
  const { score, marks, note } = attempt;
  const day = shownDay(dayOfAttempt(attempt));
  return (
    <li className="grid grid-cols-[6rem_3rem_1fr] items-baseline gap-x-3 pb-1">
      <span className="text-small whitespace-nowrap text-ink-soft tabular-nums">{day}</span>
      <span className="text-end font-medium tabular-nums" title={marks ?? undefined}>
        {score === null ? <span className="font-normal text-ink-soft">–</span> : `${score}%`}
      </span>
      <span className="justify-self-end">
        <Menu
          label={`Attempt of ${day}`}
          renderTrigger={(props) => (
            <IconButton
              {...props}
              size="small"
              title={`More: attempt of ${day}${score === null ? '' : `, ${score}%`}`}
              icon={<Ellipsis />}
            />
          )}
        >
          <MenuItem icon={<Pencil aria-hidden="true" />} onClick={onEdit}>
            Edit
          </MenuItem>
          {onRemove && (
            <MenuItem icon={<Trash2 aria-hidden="true" />} onClick={onRemove}>
              Remove
            </MenuItem>
          )}
        </Menu>
      </span>
      {note && (
        <p
          title={note}
          className="col-span-full line-clamp-2 pb-1 text-small wrap-anywhere whitespace-pre-line text-ink-soft"
        >
          {note}
        </p>
      )}
    </li>
  );
}
