import { ChevronRight } from 'lucide-react';
import { memo, useState } from 'react';
import { completionKey } from '../../../../domain/completion-key.ts';
import { paperLabel } from '../../../../domain/papers.ts';
import { CombinedBadge, RecordTile, useCombinedStatus } from './CombinedStatus.tsx';
import { PaperTick } from './PaperTick.tsx';
import { SittingCount } from './SittingCount.tsx';
import type { SittingPaperView, SittingView } from './sittings.ts';

/** A phone's view: a card for every sitting, the newest one open. */
export function SittingCards({ sittings }: { sittings: readonly SittingView[] }) {
  return (
    <div className="grid gap-2">
      {sittings.map((sitting, index) => (
        <SittingCard key={sitting.id} sitting={sitting} startsOpen={index === 0} />
      ))}
    </div>
  );
}

type SittingCardProps = { sitting: SittingView; startsOpen: boolean };

const SittingCard = memo(function SittingCard({ sitting, startsOpen }: SittingCardProps) {
  // What is folded away is not drawn: a long range would be hundreds of boxes nobody looks at.
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details
      className="sitting group"
      data-sitting={sitting.id}
      open={startsOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-13 items-center gap-2 rounded-lg px-4 py-2 select-none focus-visible:-outline-offset-2">
        <ChevronRight className="-ml-1 size-4.5 shrink-0 text-ink-soft transition-transform group-open:rotate-90" />
        <span className="flex-1">
          <span className="font-semibold tabular-nums">{sitting.year}</span> {sitting.session}
        </span>
        <span className="tiles group-open:hidden">
          {sitting.papers.flatMap(({ papers }) =>
            papers.map((paper) => <RecordTile key={completionKey(paper)} paper={paper} />),
          )}
        </span>
        <SittingCount sitting={sitting} />
      </summary>
      {isOpen && (
        <ul className="grid gap-3 px-3 pb-3">
          {sitting.papers.map((view) => (
            <li key={view.paper}>
              <PaperLines view={view} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
});

function PaperLines({ view }: { view: SittingPaperView }) {
  const [only] = view.papers;
  if (view.hasVariants) return <VariantLines view={view} />;
  return only ? <PaperTick paper={only} label={paperLabel(view.paper)} /> : null;
}

function VariantLines({ view }: { view: SittingPaperView }) {
  const status = useCombinedStatus(view.papers);
  return (
    <>
      <p className="flex min-h-8 items-center justify-between gap-2 px-1">
        <span className="font-medium">{paperLabel(view.paper)}</span>
        <CombinedBadge status={status} />
      </p>
      <div className="grid grid-cols-2 gap-2">
        {view.papers.map((paper) => (
          <PaperTick key={paper.timezone} paper={paper} label={paper.timezone} />
        ))}
      </div>
    </>
  );
}
