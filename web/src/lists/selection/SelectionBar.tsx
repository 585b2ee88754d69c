import { Ellipsis } from 'lucide-react';
import './selection.css';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { Strip } from '../../ui/Strip.tsx';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { pressAll, type Selecting } from './selected.ts';

const IS_ELSEWHERE = 'dialog, [popover], input:not([type=checkbox]), select, textarea';

/** Escape leaves, unless it has something else to close or to clear. */
function useEscape(leave: () => void): void {
  const escaped = useEffectEvent(leave);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (!(event.target instanceof Element && event.target.closest(IS_ELSEWHERE))) escaped();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

type SelectionBarProps = {
  /** Who is selected, shown or not. */
  people: readonly { id: number }[];
  selecting: Selecting;
  onDone: () => void;
  /** What can be done with them. */
  children: ReactNode;
};

/** At the lower edge while people are being selected: how many, and what can be done with them. */
export function SelectionBar({ people, selecting, onDone, children }: SelectionBarProps) {
  const { selected, shown, onSelect } = selecting;
  const inSight = new Set(shown);
  const hidden = people.filter(({ id }) => !inSight.has(id)).length;
  useEscape(onDone);
  return (
    <Strip kind="selection" label="Selection">
      <Checkbox
        tone="accent"
        className="items-center self-center"
        checked={shown.length > 0 && shown.every((id) => selected.ids.has(id))}
        onChange={() => onSelect(pressAll(selected, shown))}
      >
        All
      </Checkbox>
      <p role="status" className="min-w-0 flex-1 pl-2 font-medium tabular-nums">
        {people.length.toLocaleString('en-US')} selected
        {hidden > 0 && (
          <span className="font-normal text-ink-soft">, {hidden.toLocaleString('en-US')} not shown</span>
        )}
      </p>
      {people.length > 0 && <div className="selection-acts">{children}</div>}
      <Button size="small" onClick={onDone}>
        Done
      </Button>
    </Strip>
  );
}

export type SelectionAct = {
  id: string;
  words: string;
  icon: ReactNode;
  isBusy?: boolean;
  run: () => void;
};

/** Side by side; a phone has them in a menu. */
export function SelectionActs({ acts }: { acts: readonly SelectionAct[] }) {
  const isPhone = useMediaQuery('(width < 40rem)');
  if (isPhone)
    return (
      <Menu
        label="More"
        renderTrigger={(props) => (
          <IconButton title="More" variant="secondary" icon={<Ellipsis />} {...props} />
        )}
      >
        {acts.map(({ id, words, icon, run }) => (
          <MenuItem key={id} icon={icon} onClick={run}>
            {words}
          </MenuItem>
        ))}
      </Menu>
    );
  return acts.map(({ id, words, icon, isBusy = false, run }) => (
    <Button key={id} size="small" icon={icon} busy={isBusy} onClick={run}>
      {words}
    </Button>
  ));
}
