import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { failureOf } from '../../api/failure.ts';
import { renewProfile, type User } from '../../session/session.ts';
import { readStored, writeStored } from '../../storage.ts';
import { Button } from '../../ui/Button.tsx';
import { focusHeading } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Strip } from '../../ui/Strip.tsx';

/** Asks for the proof of the address that is in the mail. It may be given on another device. */
export default function ConfirmStrip({ user }: { user: User }) {
  const [isClosed, setClosed] = useState(readStored('confirmStripClosed') === String(user.id));
  const [said, setSaid] = useState('Confirm your address: a link is in your mail.');
  const [busy, setBusy] = useState(false);
  const isShown = user.link_mailed && !isClosed;

  useEffect(() => {
    if (!isShown) return undefined;
    const look = () => {
      void call('GET /users/me', { as: 'user' }).then(
        (profile) => !profile.link_mailed && renewProfile(profile),
        // It is asked again when they come back the next time.
        () => undefined,
      );
    };
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [isShown]);

  async function sendAgain(): Promise<void> {
    setBusy(true);
    try {
      await call('POST /users/me/email/link', { as: 'user' });
      setSaid('A new link is on its way.');
    } catch (error) {
      const { sentence, hint } = failureOf(error, () => 'The link could not be sent.');
      setSaid(hint === undefined ? sentence : `${sentence} ${hint}`);
    }
    setBusy(false);
  }
  function close(button: HTMLElement): void {
    focusHeading(button);
    writeStored('confirmStripClosed', String(user.id));
    setClosed(true);
  }

  if (!isShown) return null;
  return (
    <Strip kind="unconfirmed" label="Your address">
      <p role="status" className="min-w-0 flex-1 text-pretty">
        {said}
      </p>
      <Button busy={busy} onClick={() => void sendAgain()}>
        Send again
      </Button>
      <IconButton
        title="Close"
        icon={<X />}
        className="-mr-3"
        onClick={({ currentTarget }) => close(currentTarget)}
      />
    </Strip>
  );
}
