import { type KeyboardEvent, useRef } from 'react';
import { cx } from './cx.ts';

type SegmentedProps<T extends string> = {
  label: string;
  value: T;
  choices: readonly (readonly [value: T, words: string])[];
  onChoose: (value: T) => void;
};

/** One of a few, side by side. One stop of the Tab key; the arrows move, Enter chooses. */
export function Segmented<T extends string>({ label, value, choices, onChoose }: SegmentedProps<T>) {
  const toolbar = useRef<HTMLDivElement>(null);

  function keyed(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const buttons = [...(toolbar.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    buttons.at((at + step) % buttons.length)?.focus();
  }

  return (
    <div ref={toolbar} role="toolbar" aria-label={label} className="segments">
      {choices.map(([choice, words]) => (
        <button
          key={choice}
          type="button"
          tabIndex={choice === value ? 0 : -1}
          aria-pressed={choice === value}
          className={cx('segment', choice === value && 'segment-chosen')}
          onKeyDown={keyed}
          onClick={() => onChoose(choice)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
