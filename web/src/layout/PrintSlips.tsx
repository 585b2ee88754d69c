import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { Button } from '../ui/Button.tsx';
import { inGroups, type Slip } from './slips.ts';

type PrintSlipsProps = {
  slips: readonly Slip[];
  /** Where they are handed out. */
  school?: string | undefined;
};

/** Prints what people log in with, to be cut apart and handed out: alone on the paper, by group, ten to a sheet. */
export function PrintSlips({ slips, school = 'Tickmark' }: PrintSlipsProps) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return undefined;
    const end = () => setPrinting(false);
    window.addEventListener('afterprint', end);
    return () => window.removeEventListener('afterprint', end);
  }, [isPrinting]);

  function print(): void {
    flushSync(() => setPrinting(true));
    window.print();
  }

  return (
    <>
      <Button size="small" icon={<Printer className="size-4" aria-hidden="true" />} onClick={print}>
        {slips.length === 1 ? 'Print slip' : 'Print login slips'}
      </Button>
      {isPrinting &&
        createPortal(
          <ul className="slips">
            {inGroups(slips).map(({ username, password, name, group }) => (
              <li key={username}>
                <p>{school}</p>
                <p>{window.location.origin}</p>
                {(name || group) && <p>{[name, group].filter(Boolean).join(', ')}</p>}
                <dl>
                  <dt>Username</dt>
                  <dd>{username}</dd>
                  <dt>Password</dt>
                  <dd>{password}</dd>
                </dl>
                <p>You choose your own password when you first log in.</p>
              </li>
            ))}
          </ul>,
          document.body,
        )}
    </>
  );
}
