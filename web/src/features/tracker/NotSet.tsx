import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { call } from '../../api/call.ts';
import { withTimeout } from '../../api/with-timeout.ts';
import { parseJson } from '../../guest/work-store.ts';
import { observable, useObservable } from '../../state/observable.ts';
import { readStored, writeStored } from '../../storage.ts';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { showToast } from '../../ui/toasts.ts';
import { PaperTick } from './PaperTick.tsx';
import { paperName, type SittingPaperView } from './sittings.ts';

/** Papers that somebody says were set after all: they can be ticked on this device. */
const claimed = observable<ReadonlySet<string>>(readClaimed());

function readClaimed(): ReadonlySet<string> {
  const stored = parseJson(readStored('claimedPapers'));
  return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []);
}

type NotSetProps = {
  view: SittingPaperView;
  /** Goes on after 'Not set: '. */
  reason: string;
  /** Ticked all the same: then there is nothing to claim. */
  isDone: boolean;
  /** The words before it, where no head says them. */
  label?: string;
  inGrid?: boolean;
};

/** A paper that was not set: quiet, with the reason, and with a way to say that this is wrong. */
export function NotSet({ view, reason, isDone, label, inGrid = false }: NotSetProps) {
  // Without a version: nobody knows which it had.
  const paper = view.strays.find(({ timezone }) => timezone === null);
  const isClaimed = useObservable(claimed).has(paper ? completionKey(paper) : '');
  if (!paper) return null;
  const canTick = isDone || isClaimed;
  const words = `Not set: ${reason}.`;
  return (
    <>
      {isClaimed && !isDone && (
        <PaperTick paper={paper} inGrid={inGrid} {...(label !== undefined && { label })} />
      )}
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
            <p className="text-pretty">{words}</p>
            {!canTick && (
              <Button
                size="small"
                className="mt-3"
                onClick={() => {
                  close();
                  claim(paper);
                }}
              >
                I have done this one
              </Button>
            )}
          </>
        )}
      </Popover>
    </>
  );
}

/** The paper can be ticked at once; whoever looks after the catalogue hears of it. */
function claim(paper: PaperId): void {
  const next = new Set(claimed.read()).add(completionKey(paper));
  claimed.write(next);
  writeStored('claimedPapers', JSON.stringify([...next]));
  void report(paper);
}

async function report(paper: PaperId): Promise<void> {
  const json = {
    message: `Catalogue: ${subjectName(paper.subjectId)}, ${paperName(paper)} was set, says somebody who has done it.`,
    email: 'Anonymous',
    user: 'Anonymous',
    timestamp: new Date().toISOString(),
  };
  try {
    await withTimeout((signal) => call('POST /feedback', { json, signal }));
    showToast({ text: 'You can tick it now. Thank you, we will check.' });
  } catch {
    showToast({
      tone: 'danger',
      text: 'You can tick it now, but the report could not be sent.',
      action: { label: 'Try again', run: () => void report(paper) },
    });
  }
}
