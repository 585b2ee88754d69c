import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { claim } from './claims.ts';
import { paperName, type SittingPaperView } from './sittings.ts';

type NotSetProps = {
  view: SittingPaperView;
  /** Follows 'Not set: '. */
  reason: string;
  /** It has a box: then there is nothing to claim. */
  canTick: boolean;
  /** The words before it, where no head says them. */
  label?: string;
  inGrid?: boolean;
};

/** A paper that was not set: quiet, with the reason, and with a way to say that this is wrong. */
export function NotSet({ view, reason, canTick, label, inGrid = false }: NotSetProps) {
  // Without a version: nobody knows which it had.
  const paper = view.uncounted.find(({ timezone }) => timezone === null);
  if (!paper) return null;
  return (
    <Popover
      label={`${paperName(paper)}: not set`}
      className="w-72"
      renderTrigger={(props) => (
        <button
          {...props}
          {...(inGrid && { 'data-stop': true, tabIndex: -1 })}
          type="button"
          className="not-set"
        >
          {label !== undefined && !canTick && <span>{label}</span>}
          <span className="not-set-words">
            Not set<span className="not-set-reason">: {reason}</span>
          </span>
        </button>
      )}
    >
      {(close) => (
        <>
          <p className="text-pretty">Not set: {reason}.</p>
          {!canTick && (
            <Button
              size="small"
              className="mt-3"
              onClick={() => {
                close();
                claim(paper);
                afterPaint(() => focusBox(paper));
              }}
            >
              I have done this one
            </Button>
          )}
        </>
      )}
    </Popover>
  );
}

const focusBox = (paper: PaperId) =>
  document.querySelector<HTMLElement>(`[data-paper="${completionKey(paper)}"] input`)?.focus();
