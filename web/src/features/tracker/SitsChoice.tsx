import { type KeyboardEvent, useRef } from 'react';
import { SITS } from '../../../../domain/papers.ts';
import { cx } from '../../ui/cx.ts';
import { setSits, useSits } from './state/preferences.ts';

/** 'I sit TZ1, TZ2, Both', once for all subjects. One stop of the Tab key; the arrows move, Enter chooses. */
export function SitsChoice({ onChosen }: { onChosen?: () => void }) {
  const { sits } = useSits();
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
    <div className="sits">
      <span aria-hidden="true">I sit</span>
      <div ref={toolbar} role="toolbar" aria-label="I sit" className="sits-choices">
        {SITS.map((choice) => (
          <button
            key={choice}
            type="button"
            tabIndex={choice === sits ? 0 : -1}
            aria-pressed={choice === sits}
            className={cx('sits-choice', choice === sits && 'sits-chosen')}
            onKeyDown={keyed}
            onClick={() => {
              setSits(choice);
              onChosen?.();
            }}
          >
            {choice === 'both' ? 'Both' : choice}
          </button>
        ))}
      </div>
    </div>
  );
}
