import { cx } from './cx.ts';

export type SegmentsProps<Id extends string> = {
  /** What is chosen among, for screen readers. */
  label: string;
  items: readonly { id: Id; label: string; count?: number }[];
  /** None of them is pressed if it is another. */
  value: string;
  onChange: (id: Id) => void;
};

/** A few views of the same thing, side by side in one frame. */
export function Segments<Id extends string>({ label, items, value, onChange }: SegmentsProps<Id>) {
  return (
    <fieldset className="flex min-w-0 rounded-md border border-line bg-surface p-0.5">
      <legend className="sr-only">{label}</legend>
      {items.map(({ id, label: words, count }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === value}
          className={cx(
            'min-h-8 flex-auto rounded-sm px-2 sm:px-3 text-small font-medium whitespace-nowrap pointer-coarse:min-h-11',
            id === value ? 'bg-sunken text-ink' : 'text-ink-soft hover:text-ink',
          )}
          onClick={() => onChange(id)}
        >
          {words}
          {count !== undefined && (
            <span className="font-normal tabular-nums"> {count.toLocaleString('en-US')}</span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
