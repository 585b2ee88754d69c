import type { Fold } from './folds.ts';

type FoldLineProps = {
  fold: Fold;
  rows: { isOpen: (id: string) => boolean; set: (id: string, isOpen: boolean) => void };
  inGrid?: boolean;
};

/** One line for sittings without papers: why there are none, and the way to see them. */
export function FoldLine({ fold, rows, inGrid = false }: FoldLineProps) {
  const isOpen = rows.isOpen(fold.id);
  return (
    <div className="fold-line" {...(inGrid && { role: 'gridcell' })}>
      <span>{fold.words}</span>
      <button
        {...(inGrid && { 'data-stop': true, tabIndex: -1 })}
        type="button"
        className="fold-toggle"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Hide' : 'Show'} ${fold.words}`}
        onClick={() => rows.set(fold.id, !isOpen)}
      >
        {isOpen ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}
