import type { LucideIcon } from 'lucide-react';
import { cx } from '../../ui/cx.ts';

type ImportCountsProps<Kind extends string> = {
  items: readonly { id: Kind; label: string; icon: LucideIcon; colour: string }[];
  only: Kind | undefined;
  onOnly: (only?: Kind) => void;
};

/** How many of each, and the way to see only those. */
export function ImportCounts<Kind extends string>({ items, only, onOnly }: ImportCountsProps<Kind>) {
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Show only</legend>
        {items.map(({ id, label, icon: Icon, colour }) => (
          <button
            key={id}
            type="button"
            aria-pressed={only === id}
            className={cx(
              'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-small font-medium tabular-nums pointer-coarse:min-h-11',
              only === id ? 'border-accent bg-accent-soft' : 'border-edge hover:bg-hover',
            )}
            onClick={() => onOnly(only === id ? undefined : id)}
          >
            <Icon className={cx('size-4', colour)} aria-hidden="true" />
            {label}
          </button>
        ))}
      </fieldset>
      <p role="status" className="sr-only">
        {items.map(({ label }) => label).join(', ')}
      </p>
    </>
  );
}
