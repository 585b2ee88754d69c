import { useEffect, useRef, useState } from 'react';
import { NOBODY, press, pressAll, type Selected } from './selected.ts';

const IS_ELSEWHERE = 'dialog, [popover], input:not([type=checkbox]), select, textarea';

/** Selecting students in the list. Escape leaves it, unless it has something else to close or to clear. */
export function useSelection() {
  const [selected, setSelected] = useState<Selected>();
  const button = useRef<HTMLButtonElement>(null);
  const isOn = selected !== undefined;

  function stop(): void {
    setSelected(undefined);
    button.current?.focus();
  }

  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(IS_ELSEWHERE)) return;
      stop();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);

  return {
    isOn,
    ids: selected?.ids ?? NOBODY.ids,
    stop,
    buttonProps: {
      ref: button,
      'aria-pressed': isOn,
      onClick: () => setSelected(isOn ? undefined : NOBODY),
    },
    press: (id: number, shown: readonly number[], isRange: boolean) =>
      setSelected((before) => press(before ?? NOBODY, id, shown, isRange)),
    pressAll: (shown: readonly number[]) => setSelected((before) => pressAll(before ?? NOBODY, shown)),
  };
}
