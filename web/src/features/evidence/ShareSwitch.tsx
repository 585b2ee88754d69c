import { useState } from 'react';
import type { Sharing } from '../../../../contract/evidence.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { ConnectionError } from '../../api/errors.ts';
import { useIsImpersonating } from '../../session/admins.ts';
import { cx } from '../../ui/cx.ts';
import { Switch } from '../../ui/Switch.tsx';
import { showToast } from '../../ui/toasts.ts';
import { concerns, mayShare, saveShared, sharedWords, teacherWords } from './sharing.ts';

type ShareSwitchProps = {
  subjectId: string;
  sharing: Sharing;
  onChange: (next: Sharing) => void;
  /** Where the files are looked at: in a sentence, and not by name. */
  inViewer?: boolean;
};

/** Lets the teachers of a subject see its files, or ends that; says who has looked. */
export function ShareSwitch({ subjectId, sharing, onChange, inViewer = false }: ShareSwitchProps) {
  const [state, setState] = useState<'idle' | 'saving' | 'ended'>('idle');
  const isImpersonating = useIsImpersonating();
  if (!concerns(sharing)) return null;

  function change(is_shared: boolean) {
    // Two at once could arrive in the wrong order.
    if (state === 'saving') return;
    setState('saving');
    onChange({ ...sharing, is_shared });
    saveShared(subjectId, is_shared).then(
      () => setState(is_shared ? 'idle' : 'ended'),
      (error: unknown) => {
        // Without an answer it may have arrived, and what is open is not to be shown as closed.
        const isShared = error instanceof ConnectionError ? true : sharing.is_shared;
        onChange({ ...sharing, is_shared: isShared });
        setState('idle');
        // On a phone the words below may be out of sight.
        showToast({ tone: 'danger', text: 'It could not be saved. Please try again.' });
      },
    );
  }

  const names = sharing.is_shared && !inViewer ? teacherWords(sharing) : [];
  const words = names.length > 0 ? names.join(' · ') : sharedWords(sharing);
  return (
    <div className={cx('border-t border-line pt-1', inViewer ? 'mt-4' : 'mt-2')}>
      {mayShare(sharing) && (
        <Switch
          checked={sharing.is_shared}
          disabled={isImpersonating}
          aria-busy={state === 'saving' || undefined}
          onChange={(event) => change(event.currentTarget.checked)}
        >
          My teachers of this subject may see these files
        </Switch>
      )}
      {mayShare(sharing) && (
        <p className="text-small text-ink-soft">For all your files in {subjectName(subjectId)}.</p>
      )}
      <p role="status" className="text-small text-ink-soft">
        {isImpersonating && 'Not while viewing as somebody else. '}
        {state === 'ended' && 'Links no longer open. '}
        {words}
      </p>
    </div>
  );
}
