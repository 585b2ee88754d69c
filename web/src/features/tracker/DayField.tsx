import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isoDay } from '../../../../domain/days.ts';
import { shownDay } from '../../format/shown-date.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { FieldError } from '../../ui/Field.tsx';

interface DayFieldProps {
  label: string;
  /** '2026-11-03', by the reader's calendar. */
  day: string;
  onChange: (day: string) => void;
  error?: ReactNode;
  /** Keeps the place of an error, so that nothing moves when one comes. */
  reserve?: boolean;
}

/** A day that is nearly always today: it says so, and turns into the browser's own date field when pressed. */
export function DayField({ label, day, onChange, error, reserve = true }: DayFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [today] = useState(() => isoDay(new Date()));
  const shown = day === today ? 'Today' : shownDay(day);

  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);

  function open() {
    flushSync(() => setIsOpen(true));
    input.current?.focus();
    input.current?.showPicker?.();
  }

  return (
    <div>
      <div className="flex items-center gap-3">
        <label htmlFor={id} className="shrink-0 font-medium">
          {label}
        </label>
        {isOpen ? (
          <input
            ref={input}
            id={id}
            type="date"
            className="field w-44"
            max={today}
            defaultValue={day}
            aria-describedby={`${id}-message`}
            aria-invalid={error ? true : undefined}
            // Emptied, and while it is being typed, it is no day.
            onChange={(event) => onChange(event.target.value || today)}
          />
        ) : (
          <Button id={id} aria-label={`${label}: ${shown}`} onClick={open}>
            {shown}
            <ChevronDown className="size-4 text-ink-soft" aria-hidden="true" />
          </Button>
        )}
      </div>
      <p id={`${id}-message`} className={cx('text-small', reserve && 'min-h-6 pt-1')}>
        {error && <FieldError>{error}</FieldError>}
      </p>
    </div>
  );
}
