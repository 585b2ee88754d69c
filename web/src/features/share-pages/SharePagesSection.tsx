import { Copy } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { SHARING_OFF } from '../../../../domain/share-pages.ts';
import { LoadedPart } from '../../layout/SettingsSection.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Field } from '../../ui/Field.tsx';
import { focusHeading, useFocusAfter } from '../../ui/focus.ts';
import {
  endOf,
  lastUseOf,
  namesOf,
  revokeSharePage,
  type SharePage,
  type SharePages,
  useSharePages,
} from './share-pages.ts';

const NewSharePageDialog = lazy(() => import('./NewSharePageDialog.tsx'));

/** The pages that a student shares with people who have no account. */
export default function SharePagesSection() {
  const sharePages = useSharePages();
  return (
    <LoadedPart query={sharePages} failed="Your share pages could not be loaded.">
      {(loaded) => <Pages {...loaded} />}
    </LoadedPart>
  );
}

function Pages({ is_on: isOn, pages }: SharePages) {
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      {!isOn && <p>{SHARING_OFF}</p>}
      {isOn && pages.length === 0 && <p>No share pages. Make one for a parent or tutor.</p>}
      {pages.length > 0 && (
        <ul className="divide-y divide-line">
          {pages.map((page) => (
            <PageItem key={page.id} page={page} isOn={isOn} />
          ))}
        </ul>
      )}
      {isOn && (
        <div className={pages.length > 0 ? 'mt-4 border-t border-line pt-4' : 'mt-3'}>
          <Button size="small" onClick={() => setMaking(true)}>
            New share page
          </Button>
        </div>
      )}
      {isMaking && (
        <Suspense>
          <NewSharePageDialog onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  );
}

/** `isOn`: while the school has switched pages off, they can only be revoked. */
function PageItem({ page, isOn }: { page: SharePage; isOn: boolean }) {
  const { id, name, subjects, link } = page;
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [isUncopied, setUncopied] = useState(false);
  const place = useRef<HTMLLIElement>(null);
  const which = `${name}, ${namesOf(subjects)}, until ${endOf(page)}`;
  useFocusAfter(place, focusHeading);

  useEffect(() => {
    if (!isUncopied) return;
    const field = place.current?.querySelector('input');
    field?.focus();
    field?.select();
  }, [isUncopied]);

  async function revoke(): Promise<void> {
    setBusy(true);
    setFailed(false);
    try {
      await revokeSharePage(id);
    } catch {
      setFailed(true);
    }
    setBusy(false);
  }

  async function copy(address: string): Promise<void> {
    setUncopied(!(await copyText(address, 'Link copied')));
  }

  return (
    <li ref={place} className="py-4 first:pt-0 last:pb-0">
      <p className="font-medium">{namesOf(subjects)}</p>
      <p className="mt-1 text-small wrap-anywhere text-ink-soft">
        Shown as {name}. Ends {endOf(page)}. {lastUseOf(page)}.
      </p>
      {link === null && (
        <p className="mt-1 text-small text-ink-soft">
          The link still works but can no longer be copied here. If you have lost it, make a new page.
        </p>
      )}
      {isUncopied && link !== null && (
        <Field
          label="Link"
          reserve={false}
          readOnly
          value={link}
          // In sight above the message that says why it has the focus.
          className="mt-2 [&_input]:scroll-mb-40"
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {hasFailed && (
        <Alert tone="error" className="mt-2">
          This did not work. Please try again.
        </Alert>
      )}
      {isAsking && (
        <p role="alert" className="mt-2 font-medium text-pretty">
          The link stops working at once, for good. Revoke it?
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {isOn && link !== null && (
          <Button
            size="small"
            icon={<Copy className="size-4" aria-hidden="true" />}
            aria-label={`Copy: ${which}`}
            onClick={() => void copy(link)}
          >
            Copy
          </Button>
        )}
        {/* One button whatever it says: it keeps the focus, and a hasty second press ends nothing. */}
        <Button
          size="small"
          disabled={isBusy}
          aria-label={isAsking ? undefined : `Revoke: ${which}`}
          onClick={() => setAsking(!isAsking)}
        >
          {isAsking ? 'Cancel' : 'Revoke'}
        </Button>
        {isAsking && (
          <Button
            size="small"
            variant="danger"
            busy={isBusy}
            aria-label={`Revoke: ${which}`}
            onClick={() => !isBusy && void revoke()}
          >
            Revoke
          </Button>
        )}
      </div>
    </li>
  );
}
