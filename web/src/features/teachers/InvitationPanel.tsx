import { Copy, Mail, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { shownName } from '../../../../domain/shown-name.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useFocusAfter } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ASKED_FIRST, copyLink } from './invitation-links.ts';

export type Invited = { email: string; name: string | null; link: string };

type InvitationPanelProps = {
  invited: Invited;
  /** The browser did not copy the link: here it is, to be copied by hand. */
  isUncopied?: boolean;
  onClose: () => void;
};

/** Who closes something from inside goes on where they were when it came. */
function giveFocusBack(_: HTMLElement, before: Element | null): void {
  if (before instanceof HTMLElement) before.focus();
}

/** What to pass on to a student who is not there yet. */
export default function InvitationPanel({ invited, isUncopied = false, onClose }: InvitationPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const { email, link } = invited;
  useFocusAfter(box, giveFocusBack);

  useEffect(() => {
    if (isUncopied) selectLink(box.current);
  }, [isUncopied]);

  async function copy(): Promise<void> {
    if (!(await copyLink(link))) selectLink(box.current);
  }

  return (
    <section
      aria-label="Invitation details"
      className="rounded-md border border-line bg-accent-soft p-4"
      ref={box}
    >
      <div className="flex items-start gap-3">
        <Mail className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden="true" />
        <h3 className="min-w-0 flex-1 text-body wrap-anywhere">Invite {shownName(invited)}</h3>
        <IconButton
          title="Close the invitation"
          size="small"
          icon={<X />}
          className="-mt-1.5 -mr-1.5"
          onClick={onClose}
        />
      </div>
      <p className="mt-1 wrap-anywhere">
        Send them this link. They need to register with <strong className="font-medium">{email}</strong>.{' '}
        {ASKED_FIRST}
      </p>
      <div className="mt-3 flex items-end gap-2">
        <Field
          label="Registration link"
          reserve={false}
          readOnly
          value={link}
          // In sight above the message that says why it has the focus.
          className="flex-1 [&_input]:scroll-mb-40"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button icon={<Copy className="size-4" aria-hidden="true" />} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
    </section>
  );
}

function selectLink(panel: HTMLElement | null): void {
  const field = panel?.querySelector('input');
  field?.focus();
  field?.select();
}
