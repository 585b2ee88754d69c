import { useState } from 'react';
import { readStored, writeStored } from '../../storage.ts';

/** Whether the overview of all subjects is shown; kept on this device. */
export function useOverview() {
  const [isShown, setShown] = useState(() => readStored('overviewHidden') === undefined);
  function toggle(): void {
    setShown(!isShown);
    writeStored('overviewHidden', isShown ? 'true' : undefined);
  }
  return { isShown, toggle };
}
