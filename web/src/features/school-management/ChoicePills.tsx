import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

type ChoicePillsProps<Choice extends string> = {
  /** What is decided, for a screen reader. */
  legend: string;
  /** The same as it is read. */
  children: ReactNode;
  choices: readonly (readonly [Choice, string])[];
  value: Choice | undefined;
  onChoose: (choice: Choice) => void;
};

/** A decision about a row: a sentence and the answers to it. */
export function ChoicePills<Choice extends string>(props: ChoicePillsProps<Choice>) {
  const { legend, children, choices, value, onChoose } = props;
  return (
    <fieldset className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <legend className="sr-only">{legend}</legend>
      <span>{children}</span>
      <span className="flex gap-2">
        {choices.map(([id, label]) => (
          <button
            key={id}
            type="button"
            aria-pressed={value === id}
            className={cx(
              'min-h-8 rounded-full border px-3 text-small font-medium pointer-coarse:min-h-11',
              value === id ? 'border-accent bg-accent-soft' : 'border-edge hover:bg-hover',
            )}
            onClick={() => onChoose(id)}
          >
            {label}
          </button>
        ))}
      </span>
    </fieldset>
  );
}
