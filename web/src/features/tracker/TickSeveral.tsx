import { startSelecting } from './several.ts';

/** In a sentence: begins to select papers. */
export function TickSeveral() {
  return (
    <button type="button" className="tick-several" onClick={() => startSelecting()}>
      Tick several
    </button>
  );
}
