import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';

type PartOfDialogProps = {
  /** What has to be there before it is drawn. */
  of: { isLoaded: () => boolean; preload: () => Promise<unknown> };
  /** Keeps the place: the part is fetched ahead, but somebody may be quicker. */
  room: string;
  /** Said when it does not come: 'Words need a connection.' */
  missing: string;
  children: ReactNode;
};

/** A part that is fetched by itself. Without a connection the rest of the dialog is there all the same. */
export function PartOfDialog({ of: part, room, missing, children }: PartOfDialogProps) {
  const [state, setState] = useState(() => (part.isLoaded() ? 'there' : 'awaited'));
  useEffect(() => {
    if (state !== 'awaited') return undefined;
    let isLeft = false;
    const become = (next: 'there' | 'missing') => () => {
      if (!isLeft) setState(next);
    };
    part.preload().then(become('there'), become('missing'));
    return () => {
      isLeft = true;
    };
  }, [part, state]);

  if (state === 'there') return children;
  if (state === 'awaited') return <div className={room} />;
  return (
    <p role="alert" className="mb-5 flex flex-wrap items-center gap-3 text-small text-ink-soft">
      {missing}
      <Button size="small" onClick={() => setState('awaited')}>
        Try again
      </Button>
    </p>
  );
}
